import { lazy, Suspense, type ReactElement } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { AskPage } from '../ask/ask-page.js';
import { Waiting } from '../design/waiting.js';
import { LoadBoundary } from './load-boundary.js';
import { NotFound } from './not-found.js';

const QuestionPage = lazy(async () => ({ default: (await import('../question/question-page.js')).QuestionPage }));
const HistoryPage = lazy(async () => ({ default: (await import('../history/history-page.js')).HistoryPage }));
const WorkspacesPage = lazy(async () => ({
  default: (await import('../workspaces/workspaces-page.js')).WorkspacesPage,
}));
const NewWorkspacePage = lazy(async () => ({
  default: (await import('../workspaces/new-workspace-page.js')).NewWorkspacePage,
}));
const ModelsPage = lazy(async () => ({ default: (await import('../models/models-page.js')).ModelsPage }));
const StoriesPage = lazy(async () => ({ default: (await import('../stories/stories-page.js')).StoriesPage }));
const StoryPage = lazy(async () => ({ default: (await import('../stories/story-page.js')).StoryPage }));
const WorkspacePage = lazy(async () => ({ default: (await import('../workspaces/workspace-page.js')).WorkspacePage }));

export function Pages(): ReactElement {
  return (
    <LoadBoundary>
      <Suspense fallback={<Waiting what="this view" />}>
        <Switch>
          <Route path="/" component={AskPage} />
          <Route path="/history" component={HistoryPage} />
          <Route path="/questions">
            <Redirect to="/history" replace />
          </Route>
          <Route path="/questions/:id/:view?">{({ id, view }) => <QuestionPage key={id} id={id} view={view} />}</Route>
          <Route path="/workspaces" component={WorkspacesPage} />
          <Route path="/workspaces/new" component={NewWorkspacePage} />
          <Route path="/workspaces/:id/:view?">
            {({ id, view }) => <WorkspacePage key={id} id={id} view={view} />}
          </Route>
          <Route path="/models" component={ModelsPage} />
          <Route path="/stories" component={StoriesPage} />
          <Route path="/stories/:id">{({ id }) => <StoryPage key={id} id={id} />}</Route>
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </LoadBoundary>
  );
}

import { PAGE_PATHS, type PagePath } from '@assay/contracts';
import { lazy, Suspense, type ReactElement } from 'react';
import { Redirect, Route, Switch, type DefaultParams } from 'wouter';
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

type View = (params: { id: string; view: string | undefined }) => ReactElement;

const VIEWS: Record<PagePath, View> = {
  '/': () => <AskPage />,
  '/history': () => <HistoryPage />,
  '/questions': () => <Redirect to="/history" replace />,
  '/questions/:id/:view?': ({ id, view }) => <QuestionPage key={id} id={id} view={view} />,
  '/workspaces': () => <WorkspacesPage />,
  '/workspaces/new': () => <NewWorkspacePage />,
  '/workspaces/:id/:view?': ({ id, view }) => <WorkspacePage key={id} id={id} view={view} />,
  '/models': () => <ModelsPage />,
  '/stories': () => <StoriesPage />,
  '/stories/:id': ({ id }) => <StoryPage key={id} id={id} />,
};

export function Pages(): ReactElement {
  return (
    <LoadBoundary>
      <Suspense fallback={<Waiting what="this view" />}>
        <Switch>
          {PAGE_PATHS.map((path) => (
            <Route key={path} path={path}>
              {({ id = '', view }: DefaultParams) => VIEWS[path]({ id, view })}
            </Route>
          ))}
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </LoadBoundary>
  );
}

import type { EscalationRecord, Id } from '@assay/contracts';
import type { ComponentType, ReactElement } from 'react';
import { Link, useSearchParams } from 'wouter';
import { PageTitle } from '../app/page-title.js';
import { Problem } from '../design/problem.js';
import { Tabs } from '../design/tabs.js';
import { Waiting } from '../design/waiting.js';
import { AnswerView } from './answer/answer-view.js';
import { CallsView } from './calls/calls-view.js';
import { CandidatesView } from './candidates/candidates-view.js';
import { QuestionHead } from './question-head.js';
import { SelectionView } from './selection/selection-view.js';
import { TimelineView } from './timeline/timeline-view.js';
import { useQuestion } from './use-question.js';
import { VerdictsView } from './verdicts/verdicts-view.js';
import { WhyView } from './why/why-view.js';
import './question.css';

const VIEWS: readonly { path: string; name: string; View: ComponentType<{ record: EscalationRecord }> }[] = [
  { path: '', name: 'Answer', View: AnswerView },
  { path: 'why', name: 'Why', View: WhyView },
  { path: 'timeline', name: 'Timeline', View: TimelineView },
  { path: 'candidates', name: 'Candidates', View: CandidatesView },
  { path: 'verdicts', name: 'Verdicts', View: VerdictsView },
  { path: 'selection', name: 'Selection', View: SelectionView },
  { path: 'calls', name: 'Calls', View: CallsView },
];

const LOST = {
  assay: 'Assay does not answer. This is its last state; it is retried every few seconds',
  events: 'Live updates stopped; this page refreshes every few seconds',
} as const;

export function QuestionPage({ id, view = '' }: { id: Id; view?: string }): ReactElement {
  const { record, error, lost, retry } = useQuestion(id);
  const after = useSearchParams()[0].get('after');
  const keep = after === null ? '' : `?${new URLSearchParams({ after })}`;
  const current = VIEWS.find(({ path }) => path === view);
  if (record === undefined) {
    return (
      <div className="stack">
        <PageTitle title="Question" />
        {error === null ? (
          <Waiting what="the question" lines={6} />
        ) : (
          <Problem title="The question could not be read" error={error} onRetry={retry} />
        )}
      </div>
    );
  }
  return (
    <article className="question">
      <QuestionHead record={record} />
      {lost !== null && <Problem title={LOST[lost.what]} error={lost.error} onRetry={retry} />}
      <Tabs
        label="Views"
        tabs={VIEWS.map(({ path, name }) => ({
          name,
          href: `/questions/${id}${path === '' ? '' : `/${path}`}${keep}`,
          current: path === view,
        }))}
      />
      {current === undefined ? (
        <p className="soft">
          There is no such view. <Link href={`/questions/${record.id}`}>Back to the answer</Link>
        </p>
      ) : (
        <current.View record={record} />
      )}
    </article>
  );
}

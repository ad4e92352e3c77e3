import type { EscalationRecord, Id } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
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
import { useQuestion, type FollowedQuestion } from './use-question.js';
import { VerdictsView } from './verdicts/verdicts-view.js';
import { WhyView } from './why/why-view.js';
import './question.css';

const VIEWS = [
  { path: '', name: 'Answer' },
  { path: 'why', name: 'Why' },
  { path: 'timeline', name: 'Timeline' },
  { path: 'candidates', name: 'Candidates' },
  { path: 'verdicts', name: 'Verdicts' },
  { path: 'selection', name: 'Selection' },
  { path: 'calls', name: 'Calls' },
] as const;

const LOST = {
  assay: 'Assay does not answer. This is what it said last; it is asked again every few seconds',
  events: 'Events do not arrive any more; the record is looked at every few seconds instead',
} as const;

/** One question: its answer, and everything that led to it. */
export function QuestionPage({ id, view = '' }: { id: Id; view?: string }): ReactElement {
  const followed = useQuestion(id);
  const { record, error, retry } = followed;
  if (record === undefined) {
    return (
      <div className="stack">
        <PageTitle title="Question" />
        {error === null ? (
          <Waiting what="the record" lines={6} />
        ) : (
          <Problem title="The question could not be read" error={error} onRetry={retry} />
        )}
      </div>
    );
  }
  return (
    <article className="question">
      <QuestionHead record={record} />
      {followed.lost !== null && (
        <Problem title={LOST[followed.lost.what]} error={followed.lost.error} onRetry={retry} />
      )}
      <Tabs
        label="Parts of the record"
        tabs={VIEWS.map(({ path, name }) => ({
          name,
          href: path === '' ? `/questions/${id}` : `/questions/${id}/${path}`,
          current: path === view,
        }))}
      />
      <CurrentView view={view} record={record} followed={followed} />
    </article>
  );
}

function CurrentView({
  view,
  record,
  followed,
}: {
  view: string;
  record: EscalationRecord;
  followed: FollowedQuestion;
}): ReactElement {
  switch (view) {
    case '':
      return <AnswerView record={record} timeline={followed.timeline} />;
    case 'why':
      return <WhyView record={record} />;
    case 'timeline':
      return <TimelineView record={record} followed={followed} />;
    case 'candidates':
      return <CandidatesView record={record} />;
    case 'verdicts':
      return <VerdictsView record={record} />;
    case 'selection':
      return <SelectionView record={record} />;
    case 'calls':
      return <CallsView record={record} />;
    default:
      return (
        <p className="soft">
          There is no such part of the record. <Link href={`/questions/${record.id}`}>Back to the answer</Link>
        </p>
      );
  }
}

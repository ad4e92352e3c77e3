import type { EscalationRecord, QuestionTimeline } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../../api/queries.js';
import { adviceFor } from '../../design/describe-problem.js';
import { Empty } from '../../design/empty.js';
import { SqlBlock } from '../../design/sql.js';
import { Discarded } from './discarded.js';
import { FailedTests } from './failed-tests.js';
import { ResultRows } from './result-rows.js';
import { Running } from './running.js';

/** What came of a question; while it runs, how far it has come. */
export function AnswerView({
  record,
  timeline,
}: {
  record: EscalationRecord;
  timeline: QuestionTimeline | undefined;
}): ReactElement {
  switch (record.status) {
    case 'QUEUED':
    case 'RUNNING':
      return <Running record={record} timeline={timeline} />;
    case 'GOLD':
    case 'SILVER':
      return <Won record={record} />;
    case 'FAILED':
      return <Discarded record={record} />;
    case 'ERROR':
      return <Broken record={record} />;
    case 'CANCELLED':
      return (
        <Empty title="It was cancelled before it was decided.">
          <p>What had been found until then is on record: see Timeline, Candidates and Verdicts.</p>
        </Empty>
      );
  }
}

function Won({ record }: { record: EscalationRecord }): ReactElement {
  const dialect = useWorkspace(record.workspace)?.dialect ?? null;
  const [winner] = record.result?.sqlList ?? [];
  if (winner === undefined) return <p className="soft">The record holds no SQL.</p>;
  return (
    <div className="answer">
      <section className="stack" aria-labelledby="rows">
        <h2 id="rows">Rows</h2>
        <ResultRows question={record.id} />
      </section>
      <section className="stack" aria-labelledby="sql">
        <h2 id="sql">SQL</h2>
        <SqlBlock sql={winner.sql} dialect={dialect} />
        {winner.failedTests.length > 0 && (
          <div className="stack-tight">
            <h3>Tests it does not pass</h3>
            <FailedTests tests={winner.failedTests} />
          </div>
        )}
      </section>
    </div>
  );
}

function Broken({ record }: { record: EscalationRecord }): ReactElement {
  const code = record.error?.code ?? 'ERROR';
  const advice = adviceFor(code);
  return (
    <div className="problem" role="alert">
      <p className="problem-title">It ended in an error, which says nothing about the quality of any SQL</p>
      <p>
        {record.error?.message} <code className="soft">{code}</code>
      </p>
      {advice !== null && <p>{advice}</p>}
      <p className="small">
        What had been done is on record: <Link href={`/questions/${record.id}/timeline`}>timeline</Link>,{' '}
        <Link href={`/questions/${record.id}/calls`}>model calls</Link>.
      </p>
    </div>
  );
}

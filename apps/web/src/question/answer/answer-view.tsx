import { describeReplacement, withoutReplaced } from '@assay/client';
import type { EscalationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useWorkspace } from '../../api/queries.js';
import { Empty } from '../../design/empty.js';
import { SqlBlock } from '../../design/sql.js';
import { ResultChart } from '../chart/result-chart.js';
import { QuestionActions } from '../question-actions.js';
import { Details } from './details.js';
import { Discarded } from './discarded.js';
import { FailedTests } from './failed-tests.js';
import { FollowUp } from './follow-up.js';
import { OpenPoints } from './open-points.js';
import { ResultRows } from './result-rows.js';
import { Running } from './running.js';

export function AnswerView({ record: whole }: { record: EscalationRecord }): ReactElement {
  const record = withoutReplaced(whole);
  return (
    <div className="stack">
      <Outcome record={record} />
      {/* For FAILED, `Discarded` shows actions first. */}
      {record.status !== 'FAILED' && <QuestionActions record={record} />}
      <FollowUp record={record} />
      <Details record={record} />
    </div>
  );
}

function Outcome({ record }: { record: EscalationRecord }): ReactElement {
  switch (record.status) {
    case 'QUEUED':
    case 'RUNNING':
      return <Running record={record} />;
    case 'GOLD':
    case 'SILVER':
      return <Won record={record} />;
    case 'FAILED':
      return (
        <div className="stack">
          {record.correctedSql === undefined ? <OpenPoints record={record} /> : <Won record={record} />}
          <Discarded record={record} />
        </div>
      );
    case 'ERROR':
      return <Broken record={record} />;
    case 'CANCELLED':
      return (
        <Empty title="It was cancelled before there was an answer.">
          <p>
            What was done: <Link href={`/questions/${record.id}/timeline`}>timeline</Link>,{' '}
            <Link href={`/questions/${record.id}/candidates`}>candidates</Link>,{' '}
            <Link href={`/questions/${record.id}/verdicts`}>verdicts</Link>.
          </p>
        </Empty>
      );
  }
}

function Won({ record }: { record: EscalationRecord }): ReactElement {
  const dialect = useWorkspace(record.workspace)?.dialect ?? null;
  const [winner] = record.status === 'FAILED' ? [] : (record.result?.sqlList ?? []);
  const { correctedSql } = record;
  const sql = correctedSql ?? winner?.sql;
  if (sql === undefined) return <p className="soft">No SQL was kept.</p>;
  const replacement = correctedSql === undefined ? describeReplacement(record) : null;
  return (
    <div className="answer">
      <section className="stack" aria-labelledby="rows">
        <h2 id="rows" className="visually-hidden">
          Rows
        </h2>
        {replacement !== null && <p className="prose">{replacement}</p>}
        {/* Resets pages. */}
        <ResultRows key={record.settlements.at(-1)?.id ?? ''} record={record} />
        <ResultChart record={record} />
        {record.summary !== null && <p className="prose">{record.summary}</p>}
        {record.contested !== null && record.silver === undefined && (
          <p className="prose contested">
            <strong>Contested.</strong> {record.contested.message}
          </p>
        )}
        <OtherFinalists record={record} />
      </section>
      {/* Near the rows, before the SQL. */}
      <div className="stack">
        <OpenPoints record={record} />
        <section className="stack" aria-labelledby="sql">
          <h2 id="sql">{correctedSql === undefined ? 'SQL' : 'SQL, corrected by a person'}</h2>
          <SqlBlock sql={sql} dialect={dialect} />
          {correctedSql !== undefined && winner !== undefined && (
            <details>
              <summary>The SQL before</summary>
              <SqlBlock sql={winner.sql} dialect={dialect} />
            </details>
          )}
          {correctedSql === undefined && winner !== undefined && winner.failedTests.length > 0 && (
            <div className="stack-tight">
              <h3>Tests it does not pass</h3>
              <FailedTests tests={winner.failedTests} />
            </div>
          )}
        </section>
      </div>
    </div>
  );
}

function OtherFinalists({ record }: { record: EscalationRecord }): ReactElement | null {
  const attempt = record.attempts.findLast(({ winner }) => winner !== null);
  const others = (attempt?.selection?.finalists.length ?? 0) - 1;
  if (record.status !== 'GOLD' || record.correctedSql !== undefined || record.openPoints.length > 0 || others < 1)
    return null;
  return (
    <Link href={`/questions/${record.id}/candidates`} className="small">
      {others === 1 ? 'See what the other returns' : 'See what the others return'}
    </Link>
  );
}

function Broken({ record }: { record: EscalationRecord }): ReactElement {
  return (
    <div className="problem" role="alert">
      <p className="problem-title">It ended in an error. That says nothing about any SQL.</p>
      <p>
        {record.error?.message} <code className="soft">{record.error?.code ?? 'ERROR'}</code>
      </p>
      {(record.attempts.length > 0 || record.calls.length > 0) && (
        <p className="small">
          What was done: <Link href={`/questions/${record.id}/timeline`}>timeline</Link>,{' '}
          <Link href={`/questions/${record.id}/calls`}>model calls</Link>.
        </p>
      )}
    </div>
  );
}

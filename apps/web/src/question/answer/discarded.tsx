import { distinctSqls, formatPercent, lastScore } from '@assay/client';
import type { Dialect, EscalationRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { useWorkspace } from '../../api/queries.js';
import { SqlBlock } from '../../design/sql.js';
import { levelsBySql } from '../model/levels-by-sql.js';
import { QuestionActions } from '../question-actions.js';
import { FailedTests } from './failed-tests.js';

export function Discarded({ record }: { record: EscalationRecord }): ReactElement {
  const dialect = useWorkspace(record.workspace)?.dialect ?? null;
  const rates = ratesBySql(record);
  const rateOf = (sql: string): number => rates.get(sql) ?? -1;
  const list = distinctSqls(record.result?.sqlList ?? []).sort((one, other) => rateOf(other.sql) - rateOf(one.sql));
  const levels = levelsBySql(record);
  const isOpen = record.correctedSql === undefined;
  return (
    <div className="stack">
      <p className="prose soft">
        {whatWasDiscarded(list.length, record.settings.effort === 'instant')}.
        {isOpen && ' Evidence that says what a word in the question means often helps.'}
      </p>
      <MostLikely record={record} dialect={dialect} />
      <Refusals refusals={record.refusals.filter((refusal) => refusal !== record.reason?.message)} />
      <QuestionActions record={record} />
      {list.map(({ sql, failedTests }, index) => {
        const rate = rates.get(sql);
        return (
          <details key={index} className="panel" open={isOpen && index === 0}>
            <summary>
              SQL {index + 1} of {list.length}
              {levels.has(sql) && `, ${levels.get(sql)}`}:{' '}
              {rate === undefined ? unjudged(failedTests) : `${formatPercent(rate)} of its tests`}, {failedTests.length}{' '}
              failed
            </summary>
            <div className="stack">
              <FailedTests tests={failedTests} />
              {sql !== '' && <SqlBlock sql={sql} dialect={dialect} />}
            </div>
          </details>
        );
      })}
    </div>
  );
}

function unjudged(failedTests: readonly { test: string }[]): string {
  return failedTests.some(({ test }) => test === 'valid SQL') ? 'not valid' : 'not judged';
}

function whatWasDiscarded(count: number, isInstant: boolean): string {
  if (count === 0) return 'No SQL was given at all';
  const what = isInstant ? 'not tested' : 'discarded';
  return count === 1 ? `This SQL was ${what}` : `These ${count} SQLs were ${what}`;
}

function MostLikely({ record: { mostLikely }, dialect }: MostLikelyProps): ReactElement | null {
  if (mostLikely === null) return null;
  return (
    <details className="panel">
      <summary>
        The most likely SQL, {formatPercent(mostLikely.confidence * 100)} likely to be right: not good enough to be an
        answer
      </summary>
      <div className="stack">
        <SqlBlock sql={mostLikely.sql} dialect={dialect} />
        <FailedTests tests={mostLikely.failed} />
      </div>
    </details>
  );
}

interface MostLikelyProps {
  record: EscalationRecord;
  dialect: Dialect | null;
}

function Refusals({ refusals }: { refusals: readonly string[] }): ReactElement | null {
  if (refusals.length === 0) return null;
  return (
    <section className="stack-tight" aria-labelledby="refusals">
      <h2 id="refusals">Why no SQL was given</h2>
      <ul className="failed-tests">
        {refusals.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  );
}

function ratesBySql(record: EscalationRecord): Map<string, number> {
  return new Map(
    record.attempts.flatMap((attempt) =>
      attempt.candidates.flatMap(({ id, sql }) => {
        const rate = lastScore(attempt, id)?.passRate;
        return rate === undefined ? [] : [[sql, rate] as const];
      }),
    ),
  );
}

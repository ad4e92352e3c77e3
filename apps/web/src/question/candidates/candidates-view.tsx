import { describeAside, describeLeftOut, describeWaves, formatPercent, nameLevel } from '@assay/client';
import type { CandidateRecord, EscalationRecord } from '@assay/contracts';
import { useMemo, type ReactElement } from 'react';
import { ResultTable } from '../../design/result-table.js';
import { LevelTabs } from '../level-tabs.js';
import { viewAttempt, type AttemptView, type CandidateGroup } from '../model/attempt-view.js';
import { useAttemptIndex } from '../model/place.js';
import { FEW_ROWS } from '../model/words.js';
import { CandidateDetail } from './candidate-detail.js';
import { Witnesses } from './witnesses.js';
import './candidates.css';

export function CandidatesView({ record }: { record: EscalationRecord }): ReactElement {
  const index = useAttemptIndex(record);
  const attempt = record.attempts[index];
  const view = useMemo(() => (attempt === undefined ? null : viewAttempt(attempt)), [attempt]);
  if (view === null) return <p className="soft">No level has begun.</p>;
  return (
    <div className="view">
      <div className="view-head">
        <p className="soft">{summaryOf(view)}</p>
        <LevelTabs record={record} current={index} />
      </div>
      <Waves view={view} />
      <Escalated view={view} />
      {describeAside(view.attempt).map((sentence) => (
        <p key={sentence} className="small">
          {sentence}
        </p>
      ))}
      <Witnesses view={view} />
      {view.groups.map((group) => (
        <Group key={group.id} group={group} view={view} record={record} />
      ))}
      {view.invalid.length > 0 && (
        <section className="stack" aria-labelledby="invalid">
          <h2 id="invalid">Not valid ({view.invalid.length})</h2>
          {distinct(view.invalid).map((candidate) => (
            <CandidateDetail key={candidate.id} candidate={candidate} view={view} record={record} />
          ))}
        </section>
      )}
    </div>
  );
}

function distinct(candidates: readonly CandidateRecord[]): CandidateRecord[] {
  return candidates.filter(({ duplicateOf }) => duplicateOf === null);
}

function summaryOf({ attempt, judged, groups }: AttemptView): string {
  const { candidates } = attempt;
  const retried = candidates.filter(({ retries }) => retries.length > 0).length;
  return [
    `${candidates.length} generated`,
    `${candidates.filter(({ valid }) => valid).length} valid`,
    `${judged.length} distinct`,
    countGroups(groups),
    retried > 0 ? `${retried} after retries` : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** `2 different behaviours`; older records have results only. */
function countGroups(groups: AttemptView['groups']): string {
  const word = groups.some(({ behaviour }) => behaviour !== null) ? 'behaviour' : 'result';
  return `${groups.length} different ${word}${groups.length === 1 ? '' : 's'}`;
}

function Waves({ view }: { view: AttemptView }): ReactElement | null {
  const lines = describeWaves(view.attempt);
  if (lines.length === 0) return null;
  return (
    <ol className="plain small soft">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  );
}

function Escalated({ view }: { view: AttemptView }): ReactElement | null {
  const { escalationContext } = view.attempt;
  const failed = escalationContext?.failedSqls ?? [];
  if (failed.length === 0) return null;
  return (
    <details className="panel">
      <summary>These models were shown {failed.length} failed SQLs</summary>
      {describeLeftOut({ escalationContext }).map((sentence) => (
        <p key={sentence} className="small">
          {sentence}
        </p>
      ))}
      <ol className="stack candidate-list">
        {failed.map(({ level, sql, passRate, failedTests }, index) => (
          <li key={index} className="stack-tight">
            <span className="small">
              {nameLevel(level)}, {passRate === null ? 'not valid' : `${formatPercent(passRate)} of its tests`}
              {failedTests.length > 0 && `: failed “${failedTests.map(({ test }) => test).join('”, “')}”`}
            </span>
            <code className="small soft one-line">{sql}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface GroupProps {
  group: CandidateGroup;
  view: AttemptView;
  record: EscalationRecord;
}

function Group({ group, view, record }: GroupProps): ReactElement {
  const winner = view.attempt.winner;
  const [shown] = group.distinct.length > 0 ? group.distinct : group.candidates;
  const won = group.candidates.some(({ id }) => id === winner);
  const unstable = group.behaviour?.unstable?.length ?? 0;
  return (
    <section className="group" aria-labelledby={`group-${group.id}`}>
      <div className="group-head">
        <h2 id={`group-${group.id}`}>{group.name}</h2>
        <span className="small soft">{sharedBy(group, view)}</span>
        {won && <span className="tag tag-gold">holds the winner</span>}
        {unstable > 0 && <span className="tag tag-warn">depends on the stored order of rows</span>}
      </div>
      <div className="group-body">
        <div className="stack-tight">{shown !== undefined && <Returned candidate={shown} />}</div>
        <div className="stack-tight">
          {group.distinct.map((candidate) => (
            <CandidateDetail key={candidate.id} candidate={candidate} view={view} record={record} />
          ))}
        </div>
      </div>
    </section>
  );
}

function sharedBy({ behaviour, candidates }: CandidateGroup, { attempt }: AttemptView): string {
  const share = `${candidates.length} of ${attempt.candidates.length} candidates`;
  if (behaviour === null) return `returned by ${share}`;
  const verb = candidates.length === 1 ? 'behaves' : 'behave';
  const likely = behaviour.posterior === null ? '' : `; ${formatPercent(behaviour.posterior * 100)} likely to be right`;
  return `${share} ${verb} like this${likely}`;
}

function Returned({ candidate }: { candidate: CandidateRecord }): ReactElement {
  const { execution } = candidate;
  if (execution === null) return <p className="soft small">It was not executed.</p>;
  const { columns, rows, rowCount, truncated } = execution;
  const hidden = rowCount - Math.min(FEW_ROWS, rows.length);
  return (
    <>
      <ResultTable columns={columns} rows={rows.slice(0, FEW_ROWS)} all={truncated ? null : rows} />
      <p className="small soft numeric">
        {rowCount} {rowCount === 1 ? 'row' : 'rows'}
        {truncated && ' at least'}
        {hidden > 0 && rows.length > 0 && `, ${hidden} more than shown`}
        {rows.length === 0 && rowCount > 0 && ' (not kept)'}
      </p>
    </>
  );
}

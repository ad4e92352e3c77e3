import type { MetricWitness, TestRecord, WitnessRecord } from '@assay/contracts';
import type { ReactElement } from 'react';
import { Sql } from '../../design/sql.js';
import { WitnessTables } from '../candidates/witnesses.js';
import { isChanged, type AttemptView, type VerdictRecord } from '../model/attempt-view.js';
import type { CellPlace } from './move.js';

export function CellDetail({ view, place }: { view: AttemptView; place: CellPlace }): ReactElement | null {
  const test = view.kept[place.row];
  const candidate = view.judged[place.column];
  if (test === undefined || candidate === undefined) return null;
  const cell = view.cell(candidate.id, test.id);
  return (
    <aside className="cell-detail panel stack-tight" aria-label="Reason" aria-live="polite">
      <h2>
        {view.nameOf(candidate.id)}, test {test.number}
      </h2>
      <p>{test.statement}</p>
      <p className="small faint">
        {writtenBy(test)}
        {test.evidenceCritical && '; evidence-critical'}
        {test.kind === 'reading' && '; shows which reading a SQL takes, and cannot fail'}
        {test.duplicates.length > 0 && `; also covers ${test.duplicates.length} more`}
      </p>
      {test.contested !== null && (
        <p className="small">
          It was contested, and found <strong>{FOUND[test.contested.decision]}</strong>: {test.contested.reason}
        </p>
      )}
      {cell === undefined && (
        <p className="soft">{test.origin === 'metric' ? 'It could not be measured.' : 'Not judged.'}</p>
      )}
      {cell?.evaluator && <Spoken by="Evaluator" test={test} verdict={cell.evaluator} overruled={isChanged(cell)} />}
      {cell?.supervisor && <Spoken by="Supervisor" test={test} verdict={cell.supervisor} overruled={false} />}
      {cell?.instances && (
        <Spoken
          by="On generated data"
          test={test}
          verdict={cell.instances}
          overruled={cell.instances.overruledBy !== null}
        />
      )}
      {cell?.instances?.witness && <MetricRows witness={cell.instances.witness} />}
      <Sql sql={candidate.sql} />
    </aside>
  );
}

function writtenBy({ origin, moment, batch }: TestRecord): string {
  if (origin === 'metric') return 'The definition of a metric that the question asks for';
  if (moment === 'judge') return 'Written by a judge, for a fault that no test covered';
  const when = moment === 'precompute' ? 'Written from the question alone' : 'Written with the SQLs in view';
  return `${when}, batch ${batch}`;
}

/** Rows for which the SQL computes another value than the metric's definition. */
function MetricRows({ witness: { tables, given, defined } }: { witness: MetricWitness }): ReactElement {
  const valueOf = (value: MetricWitness['given']): WitnessRecord['resultA'] => {
    return { columns: [{ name: 'value', type: '' }], rows: [[value]], error: null };
  };
  const witness = { tables, resultA: valueOf(given), resultB: valueOf(defined) };
  return <WitnessTables witness={witness} labelA="The SQL computes" labelB="The definition gives" />;
}

const FOUND = {
  demanded: 'demanded',
  reading: 'open: it shows which reading a SQL takes',
  mistaken: 'mistaken: it does not count',
} as const;

const TAGS = { PASS: 'tag-pass', FAIL: 'tag-fail', UNDECIDED: 'tag-warn' } as const;

function Spoken({
  by,
  test,
  verdict: { verdict, reason, severity, alternative },
  overruled,
}: {
  by: string;
  test: TestRecord;
  verdict: VerdictRecord;
  overruled: boolean;
}): ReactElement {
  return (
    <div className="note stack-tight small">
      <p>
        <strong>{by}</strong>{' '}
        {test.kind === 'reading' && test.contested === null ? (
          <span className="tag">{alternative ?? 'none of them'}</span>
        ) : (
          <span className={`tag ${TAGS[verdict]}`}>{verdict}</span>
        )}
        {severity !== null && <span className="soft"> severity {severity}</span>}
        {overruled && <span className="soft"> (overruled)</span>}
      </p>
      <p>{reason === '' ? 'No reason was given.' : reason}</p>
    </div>
  );
}

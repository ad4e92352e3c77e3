import type { ReactElement } from 'react';
import { Sql } from '../../design/sql.js';
import { isChanged, type AttemptView, type VerdictRecord } from '../model/attempt-view.js';
import type { CellPlace } from './verdicts-view.js';

/** Why a SQL passes or fails a test, in the words of who judged. */
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
        {test.moment === 'precompute' ? 'Written from the question alone' : 'Written with the SQLs in view'}, batch{' '}
        {test.batch}
        {test.evidenceCritical && '; evidence-critical'}
        {test.duplicates.length > 0 && `; stands for ${test.duplicates.length} more`}
      </p>
      {cell === undefined && <p className="soft">Not judged.</p>}
      {cell?.evaluator && <Spoken by="Evaluator" verdict={cell.evaluator} overruled={isChanged(cell)} />}
      {cell?.supervisor && <Spoken by="Supervisor" verdict={cell.supervisor} overruled={false} />}
      <Sql sql={candidate.sql} />
    </aside>
  );
}

const TAGS = { PASS: 'tag-pass', FAIL: 'tag-fail', UNDECIDED: 'tag-warn' } as const;

function Spoken({
  by,
  verdict: { verdict, reason, severity },
  overruled,
}: {
  by: string;
  verdict: VerdictRecord;
  overruled: boolean;
}): ReactElement {
  return (
    <div className="note stack-tight small">
      <p>
        <strong>{by}</strong> <span className={`tag ${TAGS[verdict]}`}>{verdict}</span>
        {severity !== null && <span className="soft"> severity {severity}</span>}
        {overruled && <span className="soft"> (overruled)</span>}
      </p>
      <p>{reason === '' ? 'No reason was given.' : reason}</p>
    </div>
  );
}

import type { EscalationRecord, Id, WitnessRecord } from '@assay/contracts';
import { cellText } from '../../design/cell-text.js';
import { FEW_ROWS } from '../model/words.js';
import { describeDifference, rowsOnlyIn } from '../model/row-difference.js';

type Result = WitnessRecord['resultA'];

export function valueOf(record: EscalationRecord, reading: Id): string | null {
  const { columns = [], rows = [] } = resultOf(record, reading) ?? {};
  const [column] = columns;
  const cell = rows[0]?.[0];
  if (column === undefined || columns.length > 1 || rows.length !== 1 || cell === undefined) return null;
  return cell === null ? 'NULL' : cellText(cell, column);
}

/** Rows of one reading only; `inWords` summarizes. */
export interface DifferingRows extends Pick<WitnessRecord, 'resultA' | 'resultB'> {
  inWords: string;
}

/** Null for single values, equal results or erased rows. */
export function differingRows(record: EscalationRecord, one: Id, other: Id): DifferingRows | null {
  const [a, b] = [resultOf(record, one), resultOf(record, other)];
  if (a === null || b === null) return null;
  if (valueOf(record, one) !== null && valueOf(record, other) !== null) return null;
  const [onlyA, onlyB] = [onlyIn(a, b), onlyIn(b, a)];
  if (onlyA.length + onlyB.length === 0) return null;
  const most = Math.max(onlyA.length, onlyB.length);
  const cut = most > FEW_ROWS ? ` The first ${FEW_ROWS} of the rows that differ:` : '';
  return {
    resultA: { ...a, rows: onlyA.slice(0, FEW_ROWS) },
    resultB: { ...b, rows: onlyB.slice(0, FEW_ROWS) },
    inWords: `${describeDifference(a, b)}${cut}`,
  };
}

function onlyIn(one: Result, other: Result): Result['rows'] {
  const only = rowsOnlyIn(one, other);
  return one.rows.filter((_, index) => only.has(index));
}

/** Null unless the record has all rows. */
function resultOf({ attempts }: EscalationRecord, candidate: Id): Result | null {
  const found = attempts.flatMap(({ candidates }) => candidates).find(({ id }) => id === candidate)?.execution;
  if (!found || found.truncated || found.rows.length < found.rowCount) return null;
  return { columns: found.columns, rows: found.rows, error: null };
}

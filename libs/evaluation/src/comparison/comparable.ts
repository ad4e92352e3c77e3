import { createHash } from 'node:crypto';
import type { ResultTable } from '@assay/contracts';
import { cellKeys, rowKey } from '@assay/behaviour';

/** A result made ready for comparison. */
export interface Comparable {
  /** Keys of the cells, row by row. */
  cells: string[][];
  /** Keys of the rows, in order. */
  rows: string[];
  width: number;
  /** Equal exactly where the sets of rows are equal: BIRD's execution accuracy. */
  set: string;
  /** Rows were left out at a cap: equal to nothing whole. */
  truncated: boolean;
}

export function comparable(result: ResultTable): Comparable {
  const cells = cellKeys(result);
  const rows = cells.map(rowKey);
  const hash = createHash('sha256').update(result.truncated ? 'cut\n' : 'whole\n');
  for (const row of [...new Set(rows)].sort()) hash.update(`${row.length}:${row}`);
  return { cells, rows, width: result.columns.length, set: hash.digest('hex'), truncated: result.truncated };
}

import { createHash } from 'node:crypto';
import type { ResultTable } from '@assay/contracts';
import { cellKeys, rowKey } from '@assay/behaviour';

export interface Comparable {
  cells: string[][];
  rows: string[];
  width: number;
  /** Hash of the set of rows: BIRD's execution accuracy. */
  set: string;
  /** Equals no complete result. */
  truncated: boolean;
}

export function comparable(result: ResultTable): Comparable {
  const cells = cellKeys(result);
  const rows = cells.map(rowKey);
  const hash = createHash('sha256').update(result.truncated ? 'cut\n' : 'whole\n');
  for (const row of [...new Set(rows)].sort()) hash.update(`${row.length}:${row}`);
  return { cells, rows, width: result.columns.length, set: hash.digest('hex'), truncated: result.truncated };
}

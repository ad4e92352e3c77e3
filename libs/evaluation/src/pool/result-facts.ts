import { createHash } from 'node:crypto';
import type { ResultTable } from '@assay/contracts';
import type { Comparable } from '../comparison/comparable.js';
import { rowKey } from '@assay/behaviour';
import type { ResultFacts } from './examined-question.js';

export function resultFacts(result: ResultTable, { cells, rows, width }: Comparable): ResultFacts {
  const columns = result.columns.map(({ name }) => name);
  return { columns, rowCount: rows.length, contentKey: contentKey(cells, width) };
}

function contentKey(cells: readonly string[][], width: number): string {
  const columns = Array.from({ length: width }, (_, column) => rowKey(cells.map((row) => row[column] ?? '').sort()));
  return createHash('sha256').update(JSON.stringify(columns.sort())).digest('base64url');
}

import { createHash } from 'node:crypto';
import type { ResultTable } from '@assay/contracts';
import type { Comparable } from '../comparison/comparable.js';
import { rowKey } from '@assay/behaviour';
import type { ResultFacts } from './examined-question.js';

export function resultFacts(result: ResultTable, { cells, rows, width }: Comparable): ResultFacts {
  const columns = result.columns.map(({ name }) => name);
  const hasEmptyColumn = rows.length > 0 && columns.some((_, index) => result.rows.every((row) => row[index] === null));
  const single = rows.length === 1 && width === 1 ? (cells[0]?.[0] ?? null) : null;
  return {
    columns,
    rowCount: rows.length,
    hasDuplicates: new Set(rows).size < rows.length,
    hasEmptyColumn,
    isNothing: single === 'n0' || single === '_',
    contentKey: contentKey(cells, width),
  };
}

function contentKey(cells: readonly string[][], width: number): string {
  const columns = Array.from({ length: width }, (_, column) => rowKey(cells.map((row) => row[column] ?? '').sort()));
  return createHash('sha256').update(JSON.stringify(columns.sort())).digest('base64url');
}

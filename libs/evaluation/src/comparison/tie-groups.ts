import { sortKeys } from '@assay/sql';
import type { QueryRunner } from '../execution/query-runner.js';
import { cellKeys, rowKey } from '@assay/behaviour';

/** Rows with equal sort keys may swap; without keys, none. */
export async function tieGroups(
  runner: QueryRunner,
  database: string,
  dialect: 'sqlite' | 'postgres',
  sql: string,
  rowCount: number,
): Promise<number[]> {
  const strict = Array.from({ length: rowCount }, (_, index) => index);
  const keys = sortKeys(sql, dialect);
  if (keys === null) return strict;
  const written = await runner.run(database, keys.sql);
  const outcome =
    written.kind === 'failed' && keys.otherwise ? await runner.run(database, keys.otherwise.sql) : written;
  if (outcome.kind === 'failed' || outcome.result.rows.length !== rowCount) return strict;
  let group = -1;
  let previous: string | null = null;
  return cellKeys(outcome.result).map((row) => {
    const key = rowKey(keys.columns.map((column) => row.at(column) ?? ''));
    if (key !== previous) group += 1;
    previous = key;
    return group;
  });
}

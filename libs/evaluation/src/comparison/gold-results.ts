import { ordersRows, sortKeys } from '@assay/sql';
import type { QueryRunner } from '../execution/query-runner.js';
import { comparable, type Comparable } from './comparable.js';
import { compareResults, NO_MATCH, type GoldResult, type Match } from './compare-results.js';
import { cellKeys, rowKey } from '@assay/behaviour';

/** A candidate may match any. */
export class GoldResults {
  private constructor(
    private readonly golds: readonly GoldResult[],
    readonly failures: readonly string[],
  ) {}

  static async of(
    runner: QueryRunner,
    { id, dialect }: { id: string; dialect: 'sqlite' | 'postgres' },
    gold: readonly string[],
  ): Promise<GoldResults> {
    const golds: GoldResult[] = [];
    const failures: string[] = [];
    for (const sql of gold) {
      const outcome = await runner.run(id, sql);
      if (outcome.kind === 'failed') {
        failures.push(outcome.reason);
        continue;
      }
      const ordered = await ordersRows(sql, dialect);
      const ties = ordered ? await tieGroups(runner, id, dialect, sql, outcome.result.rows.length) : null;
      golds.push({ result: comparable(outcome.result), ties });
    }
    return new GoldResults(golds, failures);
  }

  match(candidate: Comparable): Match {
    const matches = this.golds.map((gold) => compareResults(gold, candidate));
    return matches.reduce(
      (sum, match) => ({
        ex: sum.ex || match.ex,
        anyColumnOrder: sum.anyColumnOrder || match.anyColumnOrder,
        exact: sum.exact || match.exact,
      }),
      NO_MATCH,
    );
  }
}

/** Rows with equal sort keys may swap; without keys, none. */
async function tieGroups(
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

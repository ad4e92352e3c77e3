import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Dialect } from '@assay/contracts';
import { guardSql } from '../guard.js';
import { MOST_STEPS, stepsTaken } from './steps.js';

interface Statement {
  dialect: Dialect;
  sql: string;
}

function fixture(name: string): Statement[] {
  const file = new URL(`../../../fixtures/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Statement[];
}

/** PostGIS has them; only a catalog shows it. */
const allowFunctions = ['st_hausdorffdistance', 'st_frechetdistance', 'st_segmentize'];
const analysts = fixture('analyst-statements');
const bulk = fixture('bulk-statements');

describe('functions that make bulk', () => {
  it('are held to 300 statements of analysts and 200 attacks', () => {
    expect(new Set(analysts.map(({ sql }) => sql)).size).toBeGreaterThanOrEqual(300);
    expect(new Set(bulk.map(({ sql }) => sql)).size).toBeGreaterThanOrEqual(200);
  });

  it.each(analysts)('are allowed on $dialect: $sql', async ({ dialect, sql }) => {
    expect(await guardSql(sql, dialect, { allowFunctions })).toMatchObject({ allowed: true });
  });

  it.each(bulk)('are refused by name on $dialect: $sql', async ({ dialect, sql }) => {
    const outcome = await guardSql(sql, dialect, { allowFunctions });
    expect(outcome).toMatchObject({ allowed: false, rule: 'bulk' });
    const message = outcome.allowed ? '' : outcome.message;
    expect(message).toMatch(
      /^(?:The (?:function \w+|operator \S+) .*\.|Write the name of a function without escapes\.)$/,
    );
  });

  it.each([
    ["SELECT repeat('x', 1000000)", true],
    ["SELECT repeat('x', 1000001)", false],
    ["SELECT repeat('xy', 500001)", false],
    ["SELECT repeat('x', -1)", true],
    ["SELECT array_agg(repeat('x', 10000)) FROM t", true],
    ["SELECT array_agg(repeat('x', 10001)) FROM t", false],
    ["SELECT array_agg(repeat('x', mod(n, 10001))) FROM t", true],
    ["SELECT array_agg(repeat('x', n - least(n, 10))) FROM t", false],
    ["SELECT replace(repeat('a', 10000), 'a', repeat('b', 99))", true],
    ["SELECT replace(repeat('a', 10000), 'a', repeat('b', 100))", false],
    ["SELECT replace(repeat('a', 10000), 'b', repeat('b', 100))", true],
    ["SELECT array_agg(repeat('x', 1000) || g) FROM generate_series(1, 90000) g", true],
    ["SELECT array_agg(repeat('x', 1000) || g) FROM generate_series(1, 110000) g", false],
    ["SELECT repeat('x', n * my.width) FROM t, (SELECT 1000000 AS width) my", true],
    ["SELECT repeat('x', n * my.width) FROM t, (SELECT 1000001 AS width) my", false],
  ])('are bounded by their constants: %s (%s)', async (sql, allowed) => {
    expect(await guardSql(sql, 'postgres')).toMatchObject({ allowed });
  });

  it.each([
    "generate_series('2000-01-01'::date, '2024-12-31', '1 day')",
    "generate_series(date '2000-01-01', now(), interval '1 minute')",
    'generate_series(first_day, last_day, make_interval(days => 1))',
  ])('may stand beside any series of dates: %s', async (series) => {
    const sql = `SELECT d, p.name, repeat('*', p.n) FROM products p CROSS JOIN ${series} d`;
    expect(await guardSql(sql, 'postgres')).toMatchObject({ allowed: true });
  });

  it('cost little in statements whose names lead to each other', async () => {
    const chain = Array.from(
      { length: 60 },
      (_, at) => `c${at + 1} AS (SELECT n + n + n AS n FROM c${at} a, c${at} b)`,
    );
    const sql = `WITH c0 AS (SELECT * FROM t), ${chain.join(', ')} SELECT repeat('x', n) FROM c60`;
    expect(await guardSql(sql, 'postgres')).toMatchObject({ allowed: false, rule: 'bulk' });
    expect(stepsTaken()).toBeLessThan(MOST_STEPS / 100);
  });

  it('are not hidden by queries whose names differ in case', async () => {
    const sql = (first: string, from: string): string =>
      `WITH ${first} AS (SELECT g FROM generate_series(1, 1000000) g), a AS (SELECT 1 AS g)
       SELECT array_agg(repeat('x', 9000) || g) FROM ${from}`;
    expect(await guardSql(sql('"A"', '"A"'), 'postgres')).toMatchObject({ rule: 'bulk' });
    expect(await guardSql(sql('b', 'a'), 'postgres')).toMatchObject({ allowed: true });
  });

  it('are found behind comments and in any case', async () => {
    for (const sql of ["SELECT RePeat/* */('x', 50000000)", 'SELECT U&"\\0072epeat"/**/(\'x\', 50000000)']) {
      expect(await guardSql(sql, 'postgres')).toMatchObject({ rule: 'bulk' });
    }
  });

  it('point at the call', async () => {
    const sql = "SELECT 'é', repeat('x', 50000000)";
    expect(await guardSql(sql, 'postgres')).toMatchObject({ position: sql.indexOf('repeat') + 1 });
  });
});

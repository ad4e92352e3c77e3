import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Dialect } from '@assay/contracts';
import { guardSql } from '../guard.js';
import { MOST_STEPS, startSteps, stepsTaken } from './steps.js';

type Shape = (size: number) => string;

const list = (count: number, of: (at: number) => string, separator = ', '): string =>
  Array.from({ length: count }, (_, at) => of(at)).join(separator);
const nest = (depth: number, open: string, close: string, inner: string): string =>
  open.repeat(depth) + inner + close.repeat(depth);
const SUSPECT = "repeat('x', 5)";
const ctes = (count: number, of: (at: number) => string): string =>
  `WITH c0 AS (SELECT a, b FROM t), ${list(count, (at) => `c${at + 1} AS (${of(at)})`)} SELECT ${SUSPECT}, a FROM c${count}`;
/** Many different characters from a number on. */
const characters = (count: number, from: number): string =>
  String.fromCharCode(...Array.from({ length: count }, (_, at) => 0x4e00 + ((from + at * 7) % 20_000)));

/** Work in proportion to the text. */
const LINEAR: [string, Dialect, number, Shape][] = [
  ['aggregates of texts', 'postgres', 4000, (n) => `SELECT ${list(n, () => "string_agg(a, ',')")} FROM t`],
  [
    'aggregates of crossed tables',
    'postgres',
    2500,
    (n) => `SELECT ${list(n, () => 'array_agg(lpad(a, 2))')} FROM t, u`,
  ],
  ['sources', 'postgres', 5000, (n) => `SELECT ${SUSPECT} FROM ${list(n, (at) => `s.t${at}`)}`],
  [
    'rows of VALUES',
    'postgres',
    5000,
    (n) => `SELECT ${SUSPECT}, a || a FROM (VALUES ${list(n, () => "('x')")}) v (a)`,
  ],
  ['items of IN', 'postgres', 12_000, (n) => `SELECT ${SUSPECT} FROM t WHERE a IN (${list(n, (at) => `'x${at}'`)})`],
  ['windows', 'postgres', 1500, (n) => `SELECT ${SUSPECT}, ${list(n, () => 'sum(a) OVER (ORDER BY b)')} FROM t`],
  ['series', 'postgres', 2000, (n) => `SELECT ${SUSPECT} FROM ${list(n, (at) => `generate_series(1, 2) g${at}`)}`],
  ['ARRAY queries', 'postgres', 1500, (n) => `SELECT ${list(n, () => 'array(SELECT a FROM t, u WHERE t.a = u.b)')}`],
  [
    'aliases that lead to each other',
    'clickhouse',
    1000,
    (n) => `SELECT ${SUSPECT} AS a0, ${list(n, (at) => `a${at} AS a${at + 1}`)}`,
  ],
  ['queries that lead to each other', 'postgres', 150, (n) => ctes(n, (at) => `SELECT lower(a) AS a, b FROM c${at}`)],
  ['sums of literals', 'sqlserver', 1000, (n) => `SELECT ${list(n, () => "a + b + 'x'")}, replicate('x', 3) FROM t`],
];

const HOSTILE: [string, Dialect, string][] = [
  [
    'names of rows of VALUES',
    'postgres',
    `SELECT ${SUSPECT}, ${list(3000, () => 'a || a')} FROM (VALUES ${list(10_000, () => "('x')")}) v (a)`,
  ],
  ['a chain of 600 queries', 'postgres', ctes(600, (at) => `SELECT a || 'x' AS a, b FROM c${at}`)],
  [
    'a chain of queries that double',
    'postgres',
    ctes(600, (at) => `SELECT lower(x.a) AS a, y.b FROM c${at} x, c${at} y`),
  ],
  ['a chain of all columns', 'postgres', ctes(600, (at) => `SELECT * FROM c${at}`)],
  [
    'a chain of wide queries',
    'postgres',
    `WITH c0 AS (SELECT ${list(100, (at) => `a${at}`)} FROM t), ${list(200, (n) => `c${n + 1} AS (SELECT ${list(100, (at) => `a${at}`)} FROM c${n})`)} SELECT ${SUSPECT}, a1 FROM c200`,
  ],
  [
    'names in many subqueries',
    'postgres',
    `SELECT ${list(2000, () => 'a')}, ${SUSPECT} FROM ${list(3000, (at) => `(SELECT b FROM t) x${at}`)}`,
  ],
  ['tables of many schemas', 'postgres', `SELECT ${SUSPECT} FROM ${list(10_000, (at) => `s${at}.t x${at}`)}`],
  ['nested calls', 'postgres', `SELECT ${list(150, () => nest(100, 'lower(', ')', SUSPECT))}`],
  ['nested makers', 'postgres', `SELECT ${list(40, () => nest(70, "repeat('x', length(", '))', 'a'))} FROM t`],
  ['nested searches', 'postgres', `SELECT ${list(70, () => nest(120, 'replace(', ", 'a', 'b')", 'a'))} FROM t`],
  ['nested queries', 'postgres', `SELECT ${list(70, () => nest(70, '(SELECT a || ', ' FROM t)', 'a'))}, ${SUSPECT}`],
  [
    'nested fields of dates',
    'postgres',
    `SELECT ${list(40, () => nest(40, "repeat('x', extract(day from (", '))::int)', 'a'))} FROM t`,
  ],
  [
    'nested joins',
    'postgres',
    `SELECT ${SUSPECT}, ${list(1000, () => 'a')} FROM ${nest(100, '(', ' CROSS JOIN t)', 't')}`,
  ],
  ['nested CASE', 'postgres', `SELECT repeat('x', ${'CASE WHEN a THEN '.repeat(800)}1${' END'.repeat(800)}) FROM t`],
  [
    'recursive queries',
    'postgres',
    `WITH RECURSIVE ${list(400, (n) => `r${n} (a) AS (SELECT 'x'::text UNION ALL SELECT ${list(15, () => 'lower(a)', '+')} FROM r${n})`)} SELECT ${SUSPECT}`,
  ],
  [
    'a recursive query of many columns',
    'postgres',
    `WITH RECURSIVE r (${list(3000, (at) => `a${at}`)}) AS (SELECT ${list(3000, () => "'x'")} UNION ALL SELECT ${list(3000, (at) => `lower(a${at})`)} FROM r) SELECT ${SUSPECT} FROM r`,
  ],
  ['long sums', 'postgres', `SELECT ${list(10, () => `repeat('x', ${list(2400, () => 'a', ' + ')})`)} FROM t`],
  [
    'columns of the same name',
    'clickhouse',
    `SELECT repeat('x', 2) AS a, ${list(5000, () => 'concat(a, b) AS a')} FROM t`,
  ],
  [
    'searches for many characters',
    'postgres',
    `SELECT ${list(900, (n) => `replace(a, '${characters(300, n * 300)}', 'x')`)} FROM t`,
  ],
  [
    'patterns of many characters',
    'postgres',
    `SELECT ${list(900, (n) => `regexp_replace(a, '${characters(300, n * 300)}', 'x')`)} FROM t`,
  ],
  ['an open brace before digits', 'duckdb', `SELECT printf('{${'1'.repeat(100_000)}', a) FROM t`],
  ['zeros as flags and as a width', 'sqlite', `SELECT printf('%${'0'.repeat(100_000)}z%*d', a, a) FROM t`],
  ['percent signs', 'postgres', `SELECT format('${'%'.repeat(300_000)}', a) FROM t`],
  [
    'joins in WHERE',
    'postgres',
    `SELECT array_agg(lpad(t0.a, 2)) FROM ${list(1000, (at) => `t t${at}`)} WHERE ${list(600, (at) => `t${at}.a = t${at + 1}.a`, ' AND ')}`,
  ],
];

async function stepsOf(sql: string, dialect: Dialect): Promise<number> {
  const outcome = await guardSql(sql, dialect);
  expect(outcome).toMatchObject({ allowed: true });
  return stepsTaken();
}

describe('the work of judging bulk', () => {
  it.each(LINEAR)('grows as the text does: %s', async (_, dialect, size, shape) => {
    const half = await stepsOf(shape(size / 2), dialect);
    const whole = await stepsOf(shape(size), dialect);
    expect(half).toBeGreaterThan(size / 2);
    expect(whole).toBeLessThan(half * 2.5);
    expect(whole).toBeLessThan(MOST_STEPS / 2);
  });

  it.each(HOSTILE)('ends: %s', async (_, dialect, sql) => {
    startSteps();
    expect(await guardSql(sql, dialect)).not.toMatchObject({ message: expect.stringContaining('beyond the parser') });
    expect(stepsTaken()).toBeGreaterThan(0);
    expect(stepsTaken()).toBeLessThan(MOST_STEPS + sql.length);
  });

  it('is a small part of the limit for analysts', async () => {
    const file = new URL('../../../fixtures/analyst-statements.json', import.meta.url);
    const analysts = JSON.parse(readFileSync(file, 'utf8')) as { dialect: Dialect; sql: string }[];
    for (const { dialect, sql } of analysts) {
      await guardSql(sql, dialect);
      expect(stepsTaken()).toBeLessThan(MOST_STEPS / 100);
    }
  });
});

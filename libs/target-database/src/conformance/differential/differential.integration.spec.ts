import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Cell, StatementLimits } from '@assay/contracts';
import fc from 'fast-check';
import { guardSql } from '@assay/sql';
import { describeWith } from '@assay/testing';
import type { FileTarget, ServerTarget } from '../../connection/connection-target.js';
import { resolveTarget } from '../../connection/resolve-target.js';
import { openTargetDatabase } from '../../open-target-database.js';
import type { TargetDatabase } from '../../target-database.js';
import type { EngineUnderTest, RunningEngine } from '../engine.js';
import { ENGINES } from '../engines.js';
import { DuckdbReference } from './duckdb-reference.js';
import { Generator } from './generate.js';
import { GRAMMARS } from './grammars.js';
import { MariadbReference } from './mariadb-reference.js';
import { PostgresReference } from './postgres-reference.js';
import type { Reference } from './reference.js';
import { SqliteReference } from './sqlite-reference.js';

/** Statements per dialect that both clients must answer; `npm run conformance` asks for more. */
const STATEMENTS = Number(process.env['ASSAY_CONFORMANCE_STATEMENTS'] ?? 100);
const SEED = Number(process.env['ASSAY_CONFORMANCE_SEED'] ?? 1);
const PER_SCHEMA = 50;
const ZONE_SECONDS = 10_800;
const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 10_000, maxBytes: 10_000_000 };
const { signal } = new AbortController();

const CONNECT: Record<string, (running: RunningEngine) => Promise<Reference>> = {
  postgres: ({ reader }) => PostgresReference.connect(reader as ServerTarget, ZONE_SECONDS),
  mariadb: ({ reader }) =>
    MariadbReference.connect(reader as ServerTarget, "set names utf8mb4, sql_mode = 'STRICT_TRANS_TABLES'"),
  sqlite: ({ reader }) => SqliteReference.connect(reader as FileTarget),
  duckdb: ({ reader }) => DuckdbReference.connect(reader as FileTarget),
};

/** Any reader may read new tables, in a zone that is not UTC; texts hold any character. */
const PREPARE: Partial<Record<string, string[]>> = {
  mariadb: ['alter database character set utf8mb4'],
  postgres: [
    'alter default privileges grant select on tables to public',
    "do $$ begin execute format('alter database %I set timezone to ''Etc/GMT-3''', current_database()); end $$",
  ],
};

for (const engine of ENGINES.filter(({ dialect }) => GRAMMARS[dialect] !== undefined)) {
  describeWith(engine.needs ?? 'node', engine.title, () => compare(engine));
}

function compare(engine: EngineUnderTest): void {
  let running: RunningEngine;
  let made: string[];
  let database: TargetDatabase;
  let reference: Reference;

  beforeAll(async () => {
    running = await engine.start();
    made = await prepare(engine, running);
    const policy = { hosts: null, ownStores: [], sqliteDirs: running.sqliteDirs };
    const guard = (sql: string): ReturnType<typeof guardSql> => guardSql(sql, engine.dialect);
    database = openTargetDatabase(await resolveTarget(running.reader, policy), { guard });
    reference = await (CONNECT[engine.dialect] as (running: RunningEngine) => Promise<Reference>)(running);
  });

  afterAll(async () => {
    await reference?.close();
    await database?.close();
    await running?.stop();
  });

  const assayResult = async (sql: string): Promise<{ rows: Cell[][]; bits: number[] }> => {
    const outcome = await guardSql(sql, engine.dialect, { catalog: await database.catalog(signal) });
    if (!outcome.allowed) throw new Error(`refused: ${outcome.message}`);
    const { rows, columns } = await database.execute(outcome.sql, LIMITS, signal);
    const bits = columns.flatMap(({ type }, at) => (engine.dialect === 'mariadb' && type === 'bit' ? [at] : []));
    return { rows: JSON.parse(JSON.stringify(rows)) as Cell[][], bits };
  };
  const assayRows = async (sql: string): Promise<Cell[][]> => (await assayResult(sql)).rows;

  it('gives what an independent client reads from generated statements', async () => {
    const differences: unknown[] = [];
    let compared = 0;
    for (const sql of made) {
      const bits = new Set<number>();
      const ordered = sql.endsWith('order by t.id desc');
      const ownRows = assayResult(sql).then((result) => {
        for (const at of result.bits) bits.add(at);
        return result.rows;
      });
      const otherRows = reference.rows(sql, (at) => bits.add(at));
      await Promise.allSettled([ownRows, otherRows]);
      const own = await outcomeOf(ownRows, ordered, bits);
      const other = await outcomeOf(otherRows, ordered, bits);
      if (own.rows !== null && other.rows !== null) compared += 1;
      if (String(own.rows) !== String(other.rows)) differences.push({ sql, ...firstDifference(own, other) });
      if (compared === STATEMENTS) break;
    }
    expect(differences).toEqual([]);
    expect(compared).toBe(STATEMENTS);
  });

  it('gives the values that were checked by hand, as the independent client does', async () => {
    expect(engine.values.length).toBeGreaterThanOrEqual(100);
    const differences: unknown[] = [];
    for (const [expression, cell] of engine.values) {
      const sql = `select ${expression} as cell`;
      const both = [assayRows(sql), reference.rows(sql)].map((work) => outcomeOf(work, false));
      const wanted = JSON.stringify([cell]);
      const found = (await Promise.all(both)).map(({ rows, error }) => error ?? String(rows));
      if (found.some((text) => text !== wanted)) differences.push({ sql, wanted, found });
    }
    expect(differences).toEqual([]);
  });

  // Others print more or fewer digits than a single-precision number needs.
  if (engine.dialect !== 'postgres') return;
  it('writes single-precision numbers as the engine prints them', async () => {
    const values = fc.sample(fc.float({ noNaN: true, noDefaultInfinity: true }), { numRuns: 500, seed: SEED });
    const list = values.filter((value) => value !== 0).map((value) => `('${value}')`);
    const sql = `select cast(v as real), cast(cast(v as real) as varchar) from (values ${list.join(', ')}) s(v)`;
    const rows = await assayRows(sql);
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.map(([cell]) => cell)).toEqual(rows.map(([, printed]) => Number(printed)));
    expect(await reference.rows(sql)).toEqual(rows);
  });
}

/** Makes all tables before files are opened: the copy and the lock of a file exclude later ones. */
async function prepare(engine: EngineUnderTest, running: RunningEngine): Promise<string[]> {
  const grammar = GRAMMARS[engine.dialect];
  if (grammar === undefined) throw new Error(`no grammar of ${engine.dialect}`);
  for (const sql of PREPARE[engine.dialect] ?? []) await running.administer(sql);
  const made: string[] = [];
  for (let number = 0; number * PER_SCHEMA < STATEMENTS * 2; number += 1) {
    const generator = new Generator(engine.dialect, grammar, SEED * 1000 + number);
    for (const sql of generator.schema(number)) await running.administer(sql);
    made.push(...Array.from({ length: PER_SCHEMA }, () => generator.statement()));
  }
  if (engine.dialect === 'sqlite') await running.administer('pragma wal_checkpoint(truncate)');
  return made;
}

function firstDifference(own: Outcome, other: Outcome): Record<'own' | 'other', string | undefined> {
  const only = (one: Outcome, rest: Outcome): string | undefined =>
    one.rows?.find((row, at) => row !== rest.rows?.[at]) ?? one.error;
  return { own: only(own, other), other: only(other, own) };
}

interface Outcome {
  rows: string[] | null;
  error?: string;
}

/**
 * Rows in the order of their text unless they are ordered. The protocols of MariaDB differ in whether a
 * BIT that was sorted is a BIGINT, so whole numbers of columns that either calls a BIT count by their digits.
 */
async function outcomeOf(
  work: Promise<Cell[][]>,
  ordered: boolean,
  bits: ReadonlySet<number> = new Set(),
): Promise<Outcome> {
  const digits = (cell: Cell, at: number): Cell => (bits.has(at) && typeof cell === 'number' ? String(cell) : cell);
  try {
    const rows = (await work).map((row) => JSON.stringify(row.map(digits)));
    return { rows: ordered ? rows : rows.sort() };
  } catch (error) {
    const { statement, message } = error as Error & { statement?: { message: string } };
    return { rows: null, error: statement?.message ?? message };
  }
}

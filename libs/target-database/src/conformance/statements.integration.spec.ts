import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, it } from '@jest/globals';
import type { Dialect, StatementLimits } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import { describeWith } from '@assay/testing';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';
import type { RunningEngine } from './engine.js';
import { ENGINES } from './engines.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 1000, maxBytes: 1_000_000 };
const { signal } = new AbortController();

/** Of dialects that run here; others have a few, on the tables of the conformance suite. */
const LEAST: Partial<Record<Dialect, number>> = { sqlserver: 13, oracle: 13 };

/** Statements between lines that hold only a semicolon; none if there is no file. */
function statementsOf(name: string): string[] {
  const file = new URL(`./statements/${name}.sql`, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n;\n') : [];
}

/** ClickHouse's are those that the guard's own suite allows. */
function statementsOn(dialect: Dialect): string[] {
  if (dialect !== 'clickhouse') return statementsOf(dialect);
  const file = new URL('../../../sql/fixtures/benign-statements.json', import.meta.url);
  const benign = JSON.parse(readFileSync(file, 'utf8')) as { dialect: Dialect; sql: string }[];
  return benign.filter((statement) => statement.dialect === dialect).map(({ sql }) => sql);
}

it.each(['sqlserver', 'oracle'] as const)('statements that only read pass the guard of %s', async (dialect) => {
  for (const sql of statementsOn(dialect)) expect(await guardSql(sql, dialect)).toMatchObject({ allowed: true });
});

for (const engine of ENGINES) {
  describeWith(engine.needs ?? 'node', `statements that only read on ${engine.title}`, () => {
    let running: RunningEngine | undefined;
    let database: TargetDatabase | undefined;

    afterEach(async () => {
      await database?.close();
      await running?.stop();
    });

    it('pass the guard and run', async () => {
      running = await engine.start();
      const schema = engine.dialect === 'mysql' ? 'mariadb' : engine.dialect;
      for (const sql of statementsOf(`${schema}-schema`)) await running.administer(sql);
      const policy = { hosts: null, ownStores: [], sqliteDirs: running.sqliteDirs };
      const guard = (sql: string): ReturnType<typeof guardSql> => guardSql(sql, engine.dialect);
      database = openTargetDatabase(await resolveTarget(running.reader, policy), { guard });
      const catalog = await database.catalog(signal);
      const failed: unknown[] = [];
      const statements = new Set(statementsOn(engine.dialect));
      for (const sql of statements) {
        const outcome = await guardSql(sql, engine.dialect, { catalog });
        if (!outcome.allowed) failed.push([sql, outcome.message]);
        else await database.execute(outcome.sql, LIMITS, signal).catch((error) => failed.push([sql, String(error)]));
      }
      expect(failed).toEqual([]);
      expect(statements.size).toBeGreaterThanOrEqual(LEAST[engine.dialect] ?? 200);
    });
  });
}

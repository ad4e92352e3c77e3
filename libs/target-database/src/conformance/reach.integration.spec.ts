import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Privileges, StatementLimits } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import { describeWith } from '@assay/testing';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';
import type { EngineUnderTest, RunningEngine } from './engine.js';
import { mariadbEngine } from './mariadb-engine.js';
import { postgresEngine } from './postgres-engine.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 5000, maxRows: 10, maxBytes: 100_000 };
const never = (): AbortSignal => new AbortController().signal;

/** Objects beyond the tables: statements and reported names. */
const REACHING: Record<string, [statements: string[], names: string[]]> = {
  postgres: [
    [
      'create extension dblink',
      'create extension file_fdw',
      'create extension postgres_fdw',
      'create function public.pay(who int, how text) returns int language sql security definer as $$ select 1 $$',
      'create function public.secret() returns int language sql security definer as $$ select 1 $$',
      'revoke execute on function public.secret() from public',
      'create function public.plain() returns int language sql as $$ select 1 $$',
      'create function public.fires() returns trigger language plpgsql security definer as $$ begin return new; end $$',
      'create language boundless handler plpgsql_call_handler',
      'create function public.roams() returns int language boundless as $$ begin return 1; end $$',
      'create server files foreign data wrapper file_fdw',
      "create foreign table hosts (line text) server files options (filename '/etc/hosts')",
      'grant select on hosts to public',
      'create server elsewhere foreign data wrapper postgres_fdw',
      'grant usage on foreign server elsewhere to public',
      'grant usage on foreign data wrapper postgres_fdw to public',
    ],
    [
      'public.pay(who integer, how text)',
      'public.roams() in boundless',
      'dblink',
      'postgres_fdw',
      'elsewhere',
      'file_fdw',
    ],
  ],
  mariadb: [
    [
      'create function assay_conformance.pay(who int) returns int deterministic return 1',
      'create function assay_conformance.secret(who int) returns int deterministic return 1',
      'create function assay_conformance.plain(who int) returns int deterministic sql security invoker return 1',
      'grant execute on function assay_conformance.pay to reader_of_assay',
      'grant execute on function assay_conformance.plain to reader_of_assay',
    ],
    ['assay_conformance.pay'],
  ],
};

/** A statement with a side effect, its check, and the clean value. */
const LEFTOVERS: Record<string, [leave: string, look: string, clean: unknown][]> = {
  postgres: [
    [
      'select pg_advisory_lock(4242)::text',
      'select count(*)::int from pg_locks where locktype = $$advisory$$ and pid = pg_backend_pid()',
      0,
    ],
  ],
  mariadb: [
    ["select get_lock('assay', 0)", "select is_used_lock('assay')", null],
    ["select @left := 'behind'", 'select @left', null],
    ['select 1', 'select @@session.autocommit', '1'],
    ['select 1', "select @@session.sql_mode like '%ANSI_QUOTES%'", 0],
    ['select 1', 'select @@character_set_results', 'utf8mb4'],
    ['select * from counted', 'select next_not_cached_value from counted', '1'],
  ],
};

for (const engine of [postgresEngine, mariadbEngine('mariadb')]) {
  describeWith(engine.needs ?? 'node', `what a role of ${engine.title} reaches, and what it leaves behind`, () => {
    const opened: TargetDatabase[] = [];
    let running: RunningEngine;

    const open = async (maxSessions: number): Promise<TargetDatabase> => {
      const policy = { hosts: null, ownStores: [], sqliteDirs: [] };
      const database = openTargetDatabase(await resolveTarget(running.reader, policy), {
        guard: (sql, catalog) => guardSql(sql, engine.dialect, { catalog }),
        maxSessions,
      });
      opened.push(database);
      return database;
    };
    const privileges = async (): Promise<Privileges> => (await (await open(1)).check(never())).privileges;
    const [statements, names] = reachOf(engine);

    beforeAll(async () => {
      running = await engine.start();
      if (engine.dialect === 'mariadb') await running.administer('create sequence assay_conformance.counted');
    });
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()));
      await running?.stop();
    });

    it.each(LEFTOVERS[engine.dialect] ?? [])('leaves nothing of %s to the next use', async (leave, look, clean) => {
      const database = await open(1);
      await database.execute(leave, LIMITS, never());
      const { rows } = await database.execute(look, LIMITS, never());
      expect(rows).toEqual([[clean]]);
    });

    it('leaves nothing after a statement that failed either', async () => {
      const database = await open(1);
      const [[leave, look, clean] = ['', '', null]] = LEFTOVERS[engine.dialect] ?? [];
      await database.execute(leave, LIMITS, never());
      await expect(database.execute('select nothing_like_it', LIMITS, never())).rejects.toThrow();
      expect((await database.execute(look, LIMITS, never())).rows).toEqual([[clean]]);
    });

    it('reaches nothing where it only reads', async () => {
      expect((await privileges()).reach).toBeUndefined();
    });

    it('is reported by name', async () => {
      for (const statement of statements) await running.administer(statement);
      const { privileges: found, roleReach } = await (await open(1)).check(never());
      const { superuser, canWrite, findings, reach = [] } = found;
      for (const { words } of roleReach) expect(findings.join('; ')).toContain(words);
      expect(new Set(roleReach.map(({ name }) => name))).toEqual(new Set(names));
      expect({ superuser, canWrite }).toEqual({ superuser: false, canWrite: false });
      expect([...reach].sort()).toEqual([...names].sort());
      for (const name of names) expect(findings.some((finding) => finding.includes(name))).toBe(true);
    });
  });
}

function reachOf(engine: EngineUnderTest): [string[], string[]] {
  return REACHING[engine.dialect] ?? [[], []];
}

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { recordOptions } from './data-source.js';
import { migrate } from './migrate.js';
import { MIGRATIONS } from './migrations/index.js';

let postgres: TestPostgres;
beforeAll(async () => void (postgres = await startTestPostgres()));
afterAll(() => postgres.stop());

/** A database with the first `count` migrations. */
async function migratedBy(count: number): Promise<string> {
  const url = await postgres.createDatabase();
  const options = recordOptions(url, { applicationName: 'test', max: 2, queryTimeoutMs: 0 });
  const source = await new DataSource({ ...options, migrations: MIGRATIONS.slice(0, count) }).initialize();
  await source.query('create schema assay');
  await source.runMigrations();
  await source.destroy();
  return url;
}

it('gives way to a service that locks tables in the opposite order', async () => {
  const url = await migratedBy(1);
  const service = new pg.Client(url);
  const watcher = new pg.Client(url);
  await Promise.all([service.connect(), watcher.connect()]);
  try {
    // the service's own deadlock check must not be the one that fires
    await service.query(`set deadlock_timeout to '1min'`);
    await service.query('begin');
    await service.query('lock table assay.runs in row exclusive mode');
    const migrated = migrate(url);
    const waits = `select 1 from pg_locks l join pg_stat_activity a using (pid)
      where a.application_name = 'assay-migrate' and not l.granted and l.relation = 'assay.runs'::regclass`;
    while ((await watcher.query(waits)).rowCount === 0);
    // held by the migration Continuations, which waits for runs
    await service.query('lock table assay.questions in row exclusive mode');
    await service.query('commit');
    expect(await migrated).toEqual(MIGRATIONS.slice(1).map(({ name }) => name));
  } finally {
    await Promise.all([service.end(), watcher.end()]);
  }
});

it('gives people the roles of their latest session, so that their links still lead to answers', async () => {
  const url = await migratedBy(MIGRATIONS.findIndex(({ name }) => name.startsWith('Owners')));
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`insert into assay.people (id, issuer, subject)
      select gen_random_uuid(), 'issuer', n from generate_series(1, 4) n`);
    const sessions: [person: number, createdAt: string, claims: object][] = [
      [1, '2026-01-02', { name: null, roles: ['asker', 'curator'], groups: [] }],
      [1, '2026-01-01', { roles: ['admin'] }],
      [2, '2026-01-01', { roles: null }],
      [3, '2026-01-01', {}],
    ];
    for (const session of sessions)
      await client.query(
        `insert into assay.sessions (id, person_id, secret_hash, claims, tokens, created_at)
         select gen_random_uuid(), id, gen_random_uuid(), $3::jsonb, '', $2::timestamptz
         from assay.people where subject = $1::text`,
        session,
      );
    await migrate(url);
    const { rows } = await client.query<object>('select roles from assay.people order by subject');
    expect(rows).toEqual([{ roles: ['asker', 'curator'] }, { roles: [] }, { roles: [] }, { roles: null }]);
  } finally {
    await client.end();
  }
});

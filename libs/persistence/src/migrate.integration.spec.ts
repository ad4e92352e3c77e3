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

async function foundation(): Promise<string> {
  const url = await postgres.createDatabase();
  const options = recordOptions(url, { applicationName: 'test', max: 2, queryTimeoutMs: 0 });
  const source = await new DataSource({ ...options, migrations: MIGRATIONS.slice(0, 1) }).initialize();
  await source.query('create schema assay');
  await source.runMigrations();
  await source.destroy();
  return url;
}

it('gives way to a service that locks tables in the opposite order', async () => {
  const url = await foundation();
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

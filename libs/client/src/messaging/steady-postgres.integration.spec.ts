import { expect, it } from '@jest/globals';
import { startTestPostgres } from '@assay/testing';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import { createSteadyPostgresBackend } from './steady-postgres.js';

it('makes the settings of its connections by statements, on the listening one too', async () => {
  const postgres = await startTestPostgres();
  const target = await postgres.createDatabase();
  const admin = new pg.Pool({ connectionString: target, max: 1 });
  await runMigrations(admin);
  await admin.end();
  const options = {
    connection: { connectionString: target, max: 1, options: '-c synchronous_commit=off' },
  };
  const backend = createSteadyPostgresBackend('evaluator', options, {});
  // the database may vanish first
  backend.on('error', () => undefined);
  const { connection } = backend;
  try {
    const pooled = await connection.pool.connect();
    for (const client of [pooled, await connection.getListenClient()]) {
      const { rows } = await client.query(
        `select name, setting, source from pg_settings where name in ('search_path', 'synchronous_commit') order by 1`,
      );
      expect(rows).toEqual([
        { name: 'search_path', setting: 'bullmq', source: 'session' },
        { name: 'synchronous_commit', setting: 'off', source: 'session' },
      ]);
    }
    pooled.release();
  } finally {
    await connection.close();
    await postgres.stop();
  }
});

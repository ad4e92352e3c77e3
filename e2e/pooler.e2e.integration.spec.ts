import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describeWith,
  findProgram,
  startTestPgbouncer,
  startTestPostgres,
  startTestRedis,
  type TestPgbouncer,
  type TestPostgres,
  type TestRedis,
} from '@assay/testing';
import { Database } from '@assay/persistence';
import { GOOD_SQL } from './harness/script.js';
import { createWorld } from './harness/world.js';

describeWith('pgbouncer', 'a pooler in session mode before the record', () => {
  let postgres: TestPostgres;
  let pooler: TestPgbouncer | null = null;
  let redis: TestRedis | null = null;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    pooler = await startTestPgbouncer(await postgres.createDatabase());
    redis = await startTestRedis();
  });
  afterAll(async () => {
    await pooler?.stop();
    await redis?.stop();
    await postgres.stop();
  });

  it('gives every connection of the pool the settings of hot statements, at no round trip per statement', async () => {
    const database = new Database({ url: pooler?.url ?? '', max: 3 });
    try {
      const settings = await Promise.all(
        [1, 2, 3].map((n) =>
          database.query<{ path: string; scans: string; plans: string; idle: string }>({
            name: `settings_${n}`,
            text: `select current_setting('search_path') as path, current_setting('enable_seqscan') as scans,
                     current_setting('plan_cache_mode') as plans, pg_sleep(0.2)::text,
                     current_setting('idle_in_transaction_session_timeout') as idle`,
          }),
        ),
      );
      for (const [row] of settings) {
        expect(row).toMatchObject({ path: 'assay, public', scans: 'off', plans: 'force_generic_plan', idle: '4s' });
      }
      const [again] = await database.query<{ scans: string }>({
        name: 'settings_again',
        text: `select current_setting('enable_seqscan') as scans`,
      });
      expect(again?.scans).toBe('off');
    } finally {
      await database.close();
    }
  });

  const answers = async (env: Record<string, string>): Promise<void> => {
    const world = await createWorld({ env: { DATABASE_URL: pooler?.url ?? '', ...env } });
    try {
      const { record } = await world.play();
      expect(record).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: GOOD_SQL }] } });
    } finally {
      await world.end();
    }
  };

  (findProgram('redis-server') === null ? it.skip : it)(
    'carries a question to its answer with queues on Redis, hints and all',
    async () => answers({ REDIS_URL: redis?.url ?? '' }),
  );

  it('carries a question to its answer with queues on Postgres', async () => answers({}));
});

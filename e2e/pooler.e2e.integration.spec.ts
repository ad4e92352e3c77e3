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
import { createWorld } from './harness/own-world.js';

/** Carries one question to its answer in a world whose record is reached like this. */
async function answers(env: Record<string, string>): Promise<void> {
  const world = await createWorld({ env });
  try {
    const { record } = await world.play();
    expect(record).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: GOOD_SQL }] } });
  } finally {
    await world.end();
  }
}

const hasRedis = findProgram('redis-server') !== null;
const itWithRedis = hasRedis ? it : it.skip;
const ON_REDIS = `carries a question to its answer with queues on Redis, hints and all${hasRedis ? '' : ' (skipped: redis-server is not installed)'}`;

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

  itWithRedis(ON_REDIS, async () => answers({ DATABASE_URL: pooler?.url ?? '', REDIS_URL: redis?.url ?? '' }));
});

/** Server connections of the pooler: fewer than one process alone would hold. */
const POOLED = 4;

describeWith('pgbouncer', 'a pooler in transaction mode before the record', () => {
  let postgres: TestPostgres;
  let pooler: TestPgbouncer | null = null;
  let direct = '';

  beforeAll(async () => {
    postgres = await startTestPostgres();
    direct = await postgres.createDatabase();
    pooler = await startTestPgbouncer(direct, { mode: 'transaction', connections: POOLED });
  });
  afterAll(async () => {
    await pooler?.stop();
    await postgres.stop();
  });

  const open = (max = 8): Database => new Database({ url: pooler?.url ?? '', directUrl: direct, max });

  it('shares its few connections between many, without prepared statements or settings that stay', async () => {
    const databases = [open(), open(), open()];
    try {
      const texts = Array.from({ length: 60 }, (_, at) => ({ name: `same_${at % 3}`, text: `select ${at % 3} as n` }));
      const rows = await Promise.all(
        texts.map(async (statement, at) => databases[at % databases.length]?.query<{ n: number }>(statement)),
      );
      expect(rows.map((found) => found?.[0]?.n)).toEqual(texts.map((_, at) => at % 3));
      const sessions = await Promise.all(
        Array.from({ length: 2 * POOLED }, async () =>
          databases[0]?.query<{ scans: string; prepared: number }>({
            name: 'left_behind',
            text: `select current_setting('enable_seqscan') as scans,
                     (select count(*)::int from pg_prepared_statements) as prepared, pg_sleep(0.05)::text`,
          }),
        ),
      );
      for (const found of sessions) expect(found?.[0]).toMatchObject({ scans: 'on', prepared: 0 });
    } finally {
      await Promise.all(databases.map((database) => database.close()));
    }
  });

  it('gives every transaction the settings of hot statements, and no more than that', async () => {
    const database = open(POOLED);
    const statement = {
      name: 'settings',
      text: `select current_setting('search_path') as path, current_setting('enable_seqscan') as scans,
               current_setting('idle_in_transaction_session_timeout') as idle, pg_sleep(0.05)::text`,
    };
    type Settings = Record<'path' | 'scans' | 'idle', string>;
    try {
      const within = await Promise.all(
        Array.from({ length: POOLED }, () =>
          database.transaction((connection) => connection.query<Settings>(statement)),
        ),
      );
      for (const [row] of within) expect(row).toMatchObject({ path: 'assay, public', scans: 'off', idle: '4s' });
      const after = await Promise.all(Array.from({ length: POOLED }, () => database.query<Settings>(statement)));
      for (const [row] of after) expect(row).toMatchObject({ scans: 'on', idle: '0' });
    } finally {
      await database.close();
    }
  });

  it('carries a question to its answer with queues on Postgres', async () =>
    answers({ DATABASE_URL: pooler?.url ?? '', DATABASE_DIRECT_URL: direct }));
});

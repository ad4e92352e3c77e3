import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Door, runBehindDoor, startTestPostgres, type TestPostgres } from '@assay/testing';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import { openQueues } from './open-queues.js';

/** Opens, uses and closes clients, for `forMs`. */
const RESTLESS = (url: string, forMs: number): string => `
  import { AssayQueueClient } from ${JSON.stringify(new URL('../../dist/queue/index.js', import.meta.url).href)};
  import { setTimeout as delay } from 'node:timers/promises';
  const connection = { postgres: ${JSON.stringify(url)} };
  const open = (replyTo) => AssayQueueClient.open({ connection, replyTo }).catch(() => delay(5).then(() => open(replyTo)));
  const end = Date.now() + ${forMs};
  const lane = async (replyTo) => {
    while (Date.now() < end) {
      const client = await open(replyTo);
      void client.cancel('01890000-0000-7000-8000-000000000000', AbortSignal.timeout(50)).catch(() => undefined);
      await delay(Math.random() * 60);
      void client.close().catch(() => undefined);
    }
  };
  await Promise.all([lane('replies-a'), lane('replies-b'), lane('replies-c')]);
  process.stdout.write('open to the end');
  process.exit(0);`;

describe('a process with queue clients on Postgres', () => {
  let postgres: TestPostgres;
  let door: Door;
  let url: string;
  let target: string;

  beforeAll(async () => {
    postgres = await startTestPostgres();
    target = await postgres.createDatabase();
    const pool = new pg.Pool({ connectionString: target, max: 1 });
    await runMigrations(pool);
    await pool.end();
    door = new Door(new URL(target));
    url = await door.url();
    await door.open();
  });
  afterAll(async () => {
    await door?.close();
    await postgres?.stop();
  });

  it('outlives connections that are lost at any moment', async () => {
    const ended = await runBehindDoor(door, RESTLESS(url, 8000));
    expect(ended).toEqual({ code: 0, printed: 'open to the end' });
  });

  it('outlives any error event of its queue and its worker', async () => {
    const seen: string[] = [];
    const take = async (): Promise<void> => undefined;
    const open = await openQueues({ postgres: target }, 'replies-d', take, ({ message }) => seen.push(message));
    open.questions.emit('error', new Error('of the queue'));
    open.replies.emit('error', new Error('of the worker'));
    expect(seen).toEqual(['of the queue', 'of the worker']);
    const { id = '' } = await open.questions.add('question', {});
    expect(await open.questions.getJob(id)).toMatchObject({ name: 'question' });
    await Promise.all([open.questions.close(), open.replies.close(true)]);
    await open.disconnect();
  });
});

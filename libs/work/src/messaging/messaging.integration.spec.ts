import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type QueueName } from '@assay/contracts';
import { Door, eventually, startTestPostgres, startTestRedis, type TestPostgres, type TestRedis } from '@assay/testing';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { consume } from './testing/consume.js';
import { Messaging } from './messaging.js';
import type { QueueTransport } from './queue-backend.js';
import type { QueueProducer } from './queue-producer.js';
import { QueueWorker } from './queue-worker.js';

/** Only a hang takes this long. */
const NEVER_MS = 300_000;

function fail(error: unknown): void {
  throw error;
}

describe.each(['redis', 'postgres'] as const)('queues on %s', (kind) => {
  let postgres: TestPostgres;
  let redis: TestRedis | null;
  let door: Door;
  let transport: QueueTransport;
  const opened: Messaging[] = [];

  beforeAll(async () => {
    postgres = await startTestPostgres();
    redis = kind === 'redis' ? await startTestRedis() : null;
    const url = new URL(redis?.url ?? (await postgres.createDatabase()));
    door = new Door(url);
    transport = { kind, url: await door.url() };
    if (kind === 'redis' && redis === null) console.warn('redis-server is not installed: its queues are not tested');
  });
  beforeEach(() => door.open());
  afterAll(async () => {
    await Promise.all(opened.map((messaging) => messaging.close()));
    await door.close();
    await redis?.stop();
    await postgres.stop();
  });

  const missing = (): boolean => kind === 'redis' && redis === null;
  const open = async (): Promise<Messaging> => {
    const messaging = await Messaging.open({ transport, onError: () => undefined });
    opened.push(messaging);
    return messaging;
  };
  const job = (task: string): { payload: { task: string; delivery: number } } => ({ payload: { task, delivery: 1 } });

  it('deliver to consumers and from producers that were made while the backend was away', async () => {
    if (missing()) return;
    const deliversSoon = async (): Promise<boolean> => {
      const messaging = await open();
      await messaging.publish('supervisor', [job('before')]);
      await door.close();
      const taken: string[] = [];
      const consumer = consume(messaging, 'evaluator', async ({ payload }) => taken.push(payload.task), {
        concurrency: 1,
      });
      await expect(messaging.publish('evaluator', [job('lost')])).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' });
      await sleep(1500);
      await door.open();
      const openedAt = performance.now();
      await eventually(() => {
        void messaging.publish('evaluator', [job('after')]).catch(() => undefined);
        return taken.includes('after');
      });
      const returnedAt = performance.now();
      // an undisturbed run measures the load
      await messaging.publish('evaluator', [job('undisturbed')]);
      await eventually(() => taken.includes('undisturbed'));
      await consumer.drain();
      return returnedAt - openedAt < 2000 + 10 * (performance.now() - returnedAt);
    };
    // load delays one try, a long back-off all
    expect((await deliversSoon()) || (await deliversSoon()) || (await deliversSoon())).toBe(true);
  });

  it('let no publisher wait for ever while the backend goes away', async () => {
    if (missing()) return;
    const messaging = await open();
    await messaging.publish('test-reducer', [job('first')]);
    const publishing: Promise<void>[] = [];
    const busily = async (forMs: number): Promise<void> => {
      for (const end = Date.now() + forMs; Date.now() < end; await sleep(1)) {
        // most fail at this time or later
        for (let time = 0; time < 3; time += 1) {
          publishing.push(messaging.publish('test-reducer', [job('busy')]).catch(() => undefined));
        }
      }
    };
    for (let time = 0; time < 4; time += 1) {
      await Promise.all([busily(400), sleep(100 + 10 * time).then(() => door.close())]);
      await Promise.all([busily(300), sleep(50 * time).then(() => door.open())]);
    }
    const settled = Promise.allSettled(publishing).then(() => true);
    expect(await Promise.race([settled, sleep(NEVER_MS, false, { ref: false })])).toBe(true);
  });

  it('continue delivering to a consumer whose backend went away and came back', async () => {
    if (missing()) return;
    const messaging = await open();
    const taken: string[] = [];
    const consumer = consume(messaging, 'generator', async ({ payload }) => taken.push(payload.task), {
      concurrency: 1,
    });
    await messaging.publish('generator', [job('first')]);
    await eventually(() => taken.includes('first'));
    await door.close();
    await sleep(1500);
    await door.open();
    await eventually(() => {
      void messaging.publish('generator', [job('second')]).catch(() => undefined);
      return taken.includes('second');
    });
    await consumer.drain();
  });

  it('give a worker more jobs as soon as work that was handed over leaves its slots', async () => {
    if (missing()) return;
    const messaging = await open();
    const [held, handedOver] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const started: string[] = [];
    const begin = async ({ data }: { data: { task: string } }): Promise<void> => {
      started.push(data.task);
      if (data.task === 'held') await held.promise;
    };
    const worker = new QueueWorker<{ task: string }>('test-reducer', begin, { connection: messaging });
    worker.start(4);
    await eventually(() => worker.tryRun(() => handedOver.promise.then(() => undefined), fail));
    for (let more = 0; more < 2; more += 1) worker.tryRun(() => handedOver.promise.then(() => undefined), fail);
    await messaging.publish('test-reducer', [job('held')]);
    await eventually(() => started.includes('held'));
    handedOver.resolve(undefined);
    await messaging.publish('test-reducer', [job('one'), job('other')]);
    await eventually(() => started.includes('one') && started.includes('other'));
    held.resolve(undefined);
    await worker.drain();
  });

  it('give no more work to a worker that begins to close', async () => {
    if (missing()) return;
    const messaging = await open();
    const worker = new QueueWorker('test-reducer', async () => undefined, { connection: messaging });
    worker.start(1);
    const closed = worker.drain();
    expect([worker.closing, worker.tryRun(async () => undefined, fail)]).toEqual([undefined, false]);
    await closed;
  });

  it('keep no producers for replies: askers come and go', async () => {
    if (missing()) return;
    const messaging = await open();
    const made: QueueProducer[] = [];
    const admit = messaging.admitProducer.bind(messaging);
    messaging.admitProducer = (producer) => {
      made.push(producer);
      admit(producer);
    };
    await Promise.all([1, 1, 2].map((asker) => messaging.reply(`replies-${asker}`, { asker }, newId())));
    await messaging.reply('replies-1', { asker: 1 }, newId());
    expect(made.map(({ name }) => name)).toEqual(['replies-1', 'replies-2', 'replies-1']);
    await eventually(() => made.every(({ closing }) => closing !== undefined));
    expect(await messaging.desk.state('replies-1' as QueueName)).toMatchObject({ waiting: 3 });
  });

  it('report lost jobs until that is repaired', async () => {
    if (missing()) return;
    const messaging = await open();
    await (await messaging.lostJobs())?.repaired();
    expect(await messaging.lostJobs()).toBeNull();
    if (redis === null) return;
    const client = new Redis(redis.url);
    await client.flushall();
    const loss = await messaging.lostJobs();
    expect([loss, await messaging.lostJobs()]).not.toContain(null);
    await client.flushall();
    await loss?.repaired();
    await (await messaging.lostJobs())?.repaired();
    expect(await messaging.lostJobs()).toBeNull();
    // of another run of the server: it read an older file
    await client.set('bull:assay:mark', '0'.repeat(40));
    expect(await messaging.lostJobs()).not.toBeNull();
    client.disconnect();
  });
});

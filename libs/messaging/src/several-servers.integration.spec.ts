import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { describeWith, Door, eventually, startTestRedis, type TestRedis } from '@assay/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { Messaging } from './messaging.js';
import { consume } from './testing/consume.js';

const JOBS = 60;

describeWith('redis-server', 'queues over three Redis servers', () => {
  let servers: TestRedis[] = [];
  let doors: Door[] = [];
  let urls: string[] = [];
  const opened: Messaging[] = [];

  beforeAll(async () => {
    servers = (await Promise.all([1, 2, 3].map(() => startTestRedis()))).flatMap((server) => server ?? []);
    doors = servers.map(({ url }) => new Door(new URL(url)));
    urls = await Promise.all(doors.map((door) => door.url()));
    await Promise.all(doors.map((door) => door.open()));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((messaging) => messaging.close()));
    for (const { url } of servers) await onServer(url, (redis) => redis.flushall());
    for (const door of doors) {
      await door.close();
      await door.open();
    }
  });
  afterAll(async () => {
    await Promise.all(doors.map((door) => door.close()));
    await Promise.all(servers.map((server) => server.stop()));
  });

  const onServer = async <Result>(url: string, use: (redis: Redis) => Promise<Result>): Promise<Result> => {
    const redis = new Redis(url);
    return use(redis).finally(() => redis.disconnect());
  };
  const open = async (): Promise<Messaging> => {
    const [url = '', ...others] = urls;
    const messaging = await Messaging.open({
      transport: { kind: 'redis', url, others },
      onError: () => undefined,
    });
    opened.push(messaging);
    return messaging;
  };
  const jobs = (prefix: string, count = JOBS): { id: string; payload: { task: string; delivery: number } }[] =>
    Array.from({ length: count }, (_, at) => ({
      id: `${prefix}-${at}`,
      payload: { task: `${prefix}-${at}`, delivery: 1 },
    }));
  const tasksOf = (added: readonly { id: string }[]): string[] => added.map(({ id }) => id).sort();
  const waitingOn = (queue: string): Promise<number[]> =>
    Promise.all(servers.map(({ url }) => onServer(url, (redis) => redis.llen(`bull:${queue}:wait`))));
  const away = async (messaging: Messaging, at: number): Promise<void> => {
    await doors[at]?.close();
    await eventually(async () => !(await messaging.shards[at]?.answers()));
  };

  it('lie on all of them, are taken from all, and counted once', async () => {
    const messaging = await open();
    await messaging.publish('evaluator', jobs('a'));
    await messaging.publish('evaluator', jobs('a'));
    const waiting = await waitingOn('evaluator');
    expect(waiting.every((count) => count > 5)).toBe(true);
    expect(waiting.reduce((sum, count) => sum + count, 0)).toBe(JOBS);
    expect(await messaging.counts('evaluator')).toEqual({ waiting: JOBS, active: 0, delayed: 0, failed: 0 });
    expect(await messaging.desk.state('evaluator')).toMatchObject({ waiting: JOBS, paused: false });
    const taken: string[] = [];
    let underWay = 0;
    let mostUnderWay = 0;
    const consumer = consume(
      messaging,
      'evaluator',
      async ({ payload }) => {
        mostUnderWay = Math.max(mostUnderWay, (underWay += 1));
        await new Promise(setImmediate);
        underWay -= 1;
        taken.push(payload.task);
      },
      { concurrency: 4 },
    );
    await eventually(() => taken.length === JOBS);
    expect(taken.sort()).toEqual(tasksOf(jobs('a')));
    expect(mostUnderWay).toBeLessThanOrEqual(4);
    expect(messaging.progress()).toMatchObject([{ queue: 'evaluator', jobsAtMost: 4 }]);
    await consumer.drain();
  });

  it('are paused, resumed and drained on all of them', async () => {
    const messaging = await open();
    await messaging.publish('generator', jobs('b'));
    await messaging.desk.pause('generator');
    expect(await messaging.desk.state('generator')).toMatchObject({ waiting: JOBS, paused: true });
    expect(await messaging.hasWaiting('generator')).toBe(false);
    await messaging.desk.resume('generator');
    expect(await messaging.hasWaiting('generator')).toBe(true);
    expect(await messaging.desk.drain('generator')).toBe(JOBS);
    expect(await waitingOn('generator')).toEqual([0, 0, 0]);
    await away(messaging, 2);
    await expect(messaging.desk.pause('generator')).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' });
    expect(await messaging.desk.state('generator')).toMatchObject({ paused: true });
    await doors[2]?.open();
    await eventually(async () => (await messaging.answers()) && !messaging.shards[2]?.isAway);
    await messaging.desk.resume('generator');
  });

  it('go to the others while one is away; what lies there counts as lost, once', async () => {
    const messaging = await open();
    expect([await messaging.lostJobs(), await messaging.lostJobs()]).toEqual([true, false]);
    const taken: string[] = [];
    const consumer = consume(messaging, 'evaluator', async ({ payload }) => taken.push(payload.task), {
      concurrency: 3,
    });
    await away(messaging, 1);
    await messaging.publish('evaluator', jobs('c'));
    await eventually(() => taken.length >= JOBS);
    expect(taken.sort()).toEqual(tasksOf(jobs('c')));
    expect([await messaging.lostJobs(), await messaging.lostJobs()]).toEqual([true, false]);
    await doors[1]?.open();
    await eventually(() => !messaging.shards[1]?.isAway);
    expect(await messaging.lostJobs()).toBe(false);
    taken.length = 0;
    await messaging.publish('evaluator', jobs('d'));
    await eventually(() => taken.length >= JOBS);
    expect(taken.sort()).toEqual(tasksOf(jobs('d')));
    await consumer.drain();
  });

  it('end their consumer while one is away that knows of its jobs under way', async () => {
    const messaging = await open();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let ended = 0;
    const consumer = consume(messaging, 'evaluator', () => released.then(() => void (ended += 1)), { concurrency: 9 });
    await messaging.publish('evaluator', jobs('e', 30));
    await eventually(() => consumer.jobsUnderWay === 9);
    await away(messaging, 1);
    const drained = consumer.drain();
    expect(consumer.takesJobs).toBe(false);
    release();
    await drained;
    expect(ended).toBeGreaterThanOrEqual(9);
    expect(consumer.jobsUnderWay).toBe(0);
  });

  it('keep what others ask, and replies, on the first', async () => {
    const messaging = await open();
    const asker = new Queue('questions', { connection: { url: servers[0]?.url ?? '' } });
    await asker.add('ask', { question: 'how many?' });
    expect((await messaging.counts('questions')).waiting).toBe(1);
    for (let at = 0; at < 10; at += 1) await messaging.reply('replies-shop', { at }, `reply-${at}`);
    expect(await waitingOn('replies-shop')).toEqual([10, 0, 0]);
    await asker.close();
    await away(messaging, 0);
    await expect(messaging.reply('replies-shop', {}, 'one more')).rejects.toMatchObject({ code: 'QUEUE_UNAVAILABLE' });
    expect(await messaging.answers()).toBe(true);
  });
});

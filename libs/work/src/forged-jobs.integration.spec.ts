import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import type { QueueTransport } from './messaging/index.js';
import { describeWith, eventually, startTestRedis, type TestRedis } from '@assay/testing';
import type { JobsOptions, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { startRunner } from './testing/start-runner.js';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';
import type { TaskRuntime } from './task-runtime.js';

const QUEUE = 'test-reducer';
const OTHER = 'supervisor';

describeWith('redis-server', 'forged jobs on Redis', () => describeForged('redis'));
describe('forged jobs on Postgres', () => describeForged('postgres'));

function describeForged(kind: QueueTransport['kind']): void {
  let redis: TestRedis | null = null;
  let fixture: WorkFixture;
  let work: TaskRuntime;
  let queue: Queue;
  /** Open until their stage is, so that jobs can be forged for them. */
  let held: Id;
  let foreign: Id;
  let done: Id;
  const handled: Id[] = [];

  const statusOf = async (task: Id): Promise<object | undefined> => {
    const text = 'select status, attempts, delivery, last_error as error from assay.tasks where id = $1';
    return (await work.database.query<object>({ name: 'status_of_task', text }, [task]))[0];
  };
  const finished = (task: Id): Promise<true> =>
    eventually(async () => ((await statusOf(task)) as { status: string }).status === 'DONE');
  const genuine = async (): Promise<Id> => (await fixture.startRun(work, QUEUE, 1)).tasks[0] as Id;

  beforeAll(async () => {
    redis = kind === 'redis' ? await startTestRedis() : null;
    fixture = await openWorkFixture(redis === null ? undefined : { kind: 'redis', url: redis.url });
    work = await fixture.join();
    const handle = async ({ task }: { task: Id }): Promise<{ result: string }> => {
      handled.push(task);
      return { result: 'right' };
    };
    startRunner(work, work.runner({ handle }, { queue: QUEUE, concurrency: 3, onError: () => undefined }));
    queue = await work.messaging.desk.open(QUEUE);
    done = await genuine();
    await finished(done);
    foreign = (await fixture.startRun(work, OTHER, 1)).tasks[0] as Id;
    held = (await fixture.startRun(work, OTHER, 1)).tasks[0] as Id;
  });
  afterAll(async () => {
    await fixture?.close();
    await redis?.stop();
  });

  const attacks: [string, () => unknown, JobsOptions?][] = [
    ['no body', () => undefined],
    ['null', () => null],
    ['a number', () => 5],
    ['a text', () => 'task'],
    ['a list', () => [{ task: held, delivery: 1 }]],
    ['an empty object', () => ({})],
    ['a task that is null', () => ({ task: null, delivery: 1 })],
    ['a task that is a number', () => ({ task: 7, delivery: 1 })],
    ['a task that is a list', () => ({ task: [done, done], delivery: 1 })],
    ['a task that is an object', () => ({ task: { toString: 'x' }, delivery: 1 })],
    ['a task that is SQL', () => ({ task: "'; delete from assay.tasks; --", delivery: 1 })],
    ['a task with NUL', () => ({ task: `${done}\0`, delivery: 1 })],
    ['a task of 1 MB', () => ({ task: 'x'.repeat(1_000_000), delivery: 1 })],
    ['an unknown task', () => ({ task: newId(), delivery: 1 })],
    ['a task that has ended', () => ({ task: done, delivery: 1 })],
    ['a task that has ended, with the next delivery', () => ({ task: done, delivery: 2 })],
    ['no delivery', () => ({ task: held })],
    ['an earlier delivery', () => ({ task: held, delivery: 0 })],
    ['a negative delivery', () => ({ task: held, delivery: -1 })],
    ['a delivery to come', () => ({ task: held, delivery: 99 })],
    ['a delivery that is a fraction', () => ({ task: held, delivery: 1.5 })],
    ['a delivery beyond 32 bits', () => ({ task: held, delivery: 2 ** 40 })],
    ['a delivery beyond all numbers', () => ({ task: held, delivery: 1e308 })],
    ['a delivery that is SQL', () => ({ task: held, delivery: '1 or true' })],
    ['a claim of its own', () => ({ task: done, delivery: 1, claim: newId(), process: newId() })],
    ['a trace that is a number', () => ({ task: done, delivery: 1, traceparent: 5 })],
    ['a prototype', () => JSON.parse(`{"__proto__": {"task": "${held}", "delivery": 1}}`) as object],
    ['a body of 5 MB', () => ({ task: done, delivery: 1, padding: 'x'.repeat(5_000_000) })],
    [
      'a body that is nested deep',
      () => JSON.parse(`{"task":"x","deep":${'['.repeat(3000)}${']'.repeat(3000)}}`) as object,
    ],
    ['attempts without end', () => ({ task: 'x', delivery: 1 }), { attempts: 1_000_000 }],
    ['a backoff of its own', () => ({ task: 'x', delivery: 1 }), { attempts: 9, backoff: { type: 'nonsense' } }],
    ['a priority', () => ({ task: done, delivery: 1 }), { priority: 2_000_000 }],
    ['last in, first out', () => ({ task: done, delivery: 1 }), { lifo: true }],
    ['an id that looks like a key', () => ({ task: done, delivery: 1 }), { jobId: '../wait{x}' }],
    ['a trace in its options', () => ({ task: done, delivery: 1 }), { telemetry: { metadata: '{"traceparent":[' } }],
    ['a log without end', () => ({ task: 'x', delivery: 1 }), { keepLogs: 1e9, stackTraceLimit: 1e9 }],
    ['a wish to stay', () => ({ task: done, delivery: 1 }), { removeOnComplete: false, removeOnFail: false }],
  ];

  it('run nothing, change no task, and hold up no genuine task', async () => {
    const before = await Promise.all([statusOf(held), statusOf(foreign), statusOf(done)]);
    const begun = handled.length;
    const refused: string[] = [];
    for (const [what, body, options] of attacks) {
      await queue.add(what, body(), options).catch(() => refused.push(what));
    }
    // its type `jsonb` has no NUL
    expect(refused).toEqual(kind === 'postgres' ? ['a task with NUL'] : []);
    const tasks = await Promise.all([genuine(), genuine(), genuine()]);
    await Promise.all(tasks.map(finished));
    await eventually(async () => {
      const counts = await queue.getJobCounts('wait', 'active', 'delayed', 'prioritized');
      return Object.values(counts).every((count) => count === 0);
    });
    expect(handled.slice(begun).sort()).toEqual([...tasks].sort());
    expect(await Promise.all([statusOf(held), statusOf(foreign), statusOf(done)])).toEqual(before);
  });

  it('of a task of another queue run nothing here, and leave it to its own queue', async () => {
    const begun = handled.length;
    await queue.add('foreign', { task: foreign, delivery: 1 });
    await eventually(async () => ((await statusOf(foreign)) as { delivery: number }).delivery === 2);
    expect(handled).toHaveLength(begun);
    expect(await statusOf(foreign)).toMatchObject({ status: 'READY', attempts: 0, error: { code: 'WRONG_QUEUE' } });
  });

  it('run a task once, however often its job is replayed', async () => {
    const task = await genuine();
    for (let copies = 0; copies < 200; copies += 1) await queue.add('replay', { task, delivery: 1 });
    await finished(task);
    await eventually(async () => (await queue.getJobCountByTypes('wait', 'active')) === 0);
    expect(handled.filter((id) => id === task)).toHaveLength(1);
  });

  if (kind === 'postgres') return;

  it('written past BullMQ run nothing, and hold up no genuine task', async () => {
    const before = await Promise.all([statusOf(held), statusOf(foreign), statusOf(done)]);
    const begun = handled.length;
    await spoilKeys(redis?.url ?? '');
    const tasks = await Promise.all([genuine(), genuine(), genuine()]);
    await Promise.all(tasks.map(finished));
    expect(handled.slice(begun).sort()).toEqual([...tasks].sort());
    expect(await Promise.all([statusOf(held), statusOf(foreign), statusOf(done)])).toEqual(before);
  });
}

async function spoilKeys(url: string): Promise<void> {
  const raw = new Redis(url);
  const prefix = `bull:${QUEUE}:`;
  const hashes: Record<string, Record<string, string>> = {
    'no-json': { name: 'x', data: '{"task":', opts: '{}', timestamp: '1' },
    'no-options': { name: 'x', data: '{}', opts: 'null', timestamp: '1' },
    'broken-options': { name: 'x', data: '{}', opts: '{"attempts":', timestamp: '1' },
    'no-data': { name: 'x', opts: '{}', timestamp: '1' },
    'no-name': { data: '{}', opts: '{}', timestamp: '1' },
    'no-time': { name: 'x', data: '{}', opts: '{}', timestamp: 'x', delay: 'x', priority: 'x', atm: 'x' },
    prototype: {
      name: '__proto__',
      data: '{"__proto__":{"task":1}}',
      opts: '{"__proto__":{"attempts":9}}',
      timestamp: '1',
    },
    'own-trace': {
      name: 'x',
      data: '{}',
      opts: '{"tm":5,"omc":7}',
      timestamp: '1',
      stacktrace: '{',
      returnvalue: '{',
    },
    'own-parent': {
      name: 'x',
      data: '{}',
      opts: '{}',
      timestamp: '1',
      parent: '{',
      parentKey: 'bull:x:1',
      rjk: 'a:b',
    },
  };
  for (const [id, hash] of Object.entries(hashes)) await raw.hset(`${prefix}${id}`, hash);
  await raw.lpush(`${prefix}wait`, ...Object.keys(hashes), 'not-there', '', '0:9:x', '__proto__');
  raw.disconnect();
}

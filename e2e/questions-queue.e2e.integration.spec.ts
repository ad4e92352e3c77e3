import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntryView, Page, QueueView } from '@assay/contracts';
import { AssayQueueClient, QueueRefusal, type QueueConnection } from '@assay/client/queue';
import {
  describeWith,
  eventually,
  startTestPostgres,
  startTestRedis,
  type TestPostgres,
  type TestRedis,
} from '@assay/testing';
import { migrate } from '@assay/persistence';
import { createPostgresBackend, createRedisBackend, Queue, Worker, type Job, type JobsOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT } from './harness/program-of.js';
import { GOOD_SQL } from './harness/script.js';
import { recordSchema } from './harness/record-schema.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { SMALL } from './harness/world.js';

const REPLIES = 'replies-shop-backend';
const NOWHERE = '01890a5d-ac96-774b-bcce-b302099a8057';

/** As in docs/questions-queue.md. */
const ASKER_RULES =
  'on >asker-password resetkeys resetchannels -@all %W~bull:questions:* ~bull:questions:wait ~bull:questions:paused ' +
  '~bull:questions:meta ~bull:questions:id ~bull:questions:completed ~bull:questions:delayed ~bull:questions:active ' +
  '~bull:questions:events ~bull:questions:marker ~bull:questions:prioritized ~bull:questions:pc ' +
  '~bull:replies-shop-*:* +@connection +@scripting +@hash +@list +@sortedset +@set +@stream +@string +@keyspace ' +
  '-scan -randomkey -dbsize -@dangerous +info';
const SERVICE_RULES =
  'on >service-password resetkeys resetchannels -@all ~bull:* +@connection +@scripting +@hash +@list +@sortedset ' +
  '+@set +@stream +@string +@keyspace +@transaction -@dangerous +info +client';

/** Of jobs that are refused for their body. */
const FORGED_OPTIONS: Record<string, JobsOptions> = {
  'attempts without end': { attempts: 1_000_000 },
  'attempts at once': { attempts: 50, backoff: { type: 'fixed', delay: 0 } },
  'a backoff of its own': { attempts: 9, backoff: { type: 'nonsense' } },
  'negative attempts': { attempts: -1 },
  'half an attempt': { attempts: 1.5 },
  'the last priority': { priority: 2_000_000 },
  'last in, first out': { lifo: true },
  'an id of the prototype': { jobId: '__proto__' },
  'an id that looks like a key': { jobId: '../wait{x}' },
  'an id of 5 kB': { jobId: 'j'.repeat(5000) },
  'an id that is text to be read': { jobId: '<b>\u202e\n"\'' },
  'an id of the number zero': { jobId: '0' },
  'an endless stay': { removeOnComplete: { age: 1e15, count: 1e15 }, removeOnFail: { age: 1e15, count: 1e15 } },
  'a stay below zero': { removeOnComplete: -5, removeOnFail: -5 },
  'no stay': { removeOnComplete: true, removeOnFail: true },
  'a log without end': { keepLogs: 1e9, stackTraceLimit: 1e9 },
  'a time to come': { timestamp: 8.64e15 },
  'a time beyond all': { timestamp: 9e15 },
  'a time before all': { timestamp: -1 },
  'a trace that is none': { telemetry: { metadata: '{"traceparent":[', omitContext: false } },
  'a deduplication': { deduplication: { id: '__proto__', ttl: 1e12 } },
  'a failure of its parent': { failParentOnFailure: true },
};

interface Reply {
  job?: string;
  idempotencyKey?: string;
  question?: string;
  record?: unknown;
  liked?: object;
  code?: string;
  errors?: { field: string; message: string }[];
}

/** A backend with nothing but BullMQ. */
class PlainBackend {
  readonly replies: Reply[] = [];
  readonly questions: Queue;
  private readonly worker: Worker;

  constructor(connection: object, factory: unknown) {
    this.questions = new Queue('questions', { connection: connection, skipMetasUpdate: true }, factory as never);
    this.worker = new Worker(
      REPLIES,
      async (job: Job<Reply>) => void this.replies.push(job.data),
      { connection: { ...connection }, removeOnComplete: { count: 0 } },
      factory as never,
    );
    this.questions.on('error', () => undefined);
    this.worker.on('error', () => undefined);
  }

  async reply(matches: (reply: Reply) => boolean): Promise<Reply> {
    for (const until = Date.now() + 150_000; Date.now() < until; await delay(30)) {
      const found = this.replies.find(matches);
      if (found) return found;
    }
    throw new Error(`no such reply among ${JSON.stringify(this.replies).slice(0, 500)}`);
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.questions.close();
  }
}

function backendsCan(world: () => OwnWorld, plain: () => PlainBackend, connection: () => QueueConnection): void {
  const body = (question: string): object => ({
    workspace: world().workspace,
    question,
    settings: SMALL,
    replyTo: REPLIES,
  });

  it('ask by adding a job, and find question and record on their own queue at the end', async () => {
    await plain().questions.add('ask', { ...body('How many by a plain job?'), idempotencyKey: 'plain-1' });
    const { question, record } = await plain().reply(({ idempotencyKey }) => idempotencyKey === 'plain-1');
    expect(recordSchema.parse(record)).toMatchObject({ id: question, status: 'GOLD' });
    expect(record).toEqual(await world().api.expect(200, 'GET', `/v1/questions/${question}/record`));
    await plain().questions.add('record', { question, replyTo: REPLIES }, { jobId: 'asks-record' });
    expect((await plain().reply(({ job }) => job === 'asks-record')).record).toEqual(record);
    await plain().questions.add('like', { question, replyTo: REPLIES }, { jobId: 'asks-like' });
    expect(await plain().reply(({ job }) => job === 'asks-like')).toMatchObject({ question, liked: { created: true } });
    await plain().questions.add('cancel', { question, replyTo: REPLIES }, { jobId: 'asks-cancel' });
    expect(await plain().reply(({ job }) => job === 'asks-cancel')).toMatchObject({ code: 'ALREADY_FINISHED' });
    const { items } = await world().api.expect<Page<AuditEntryView>>(200, 'GET', '/v1/audit');
    const ofJobs = items.filter((entry) => entry.question === question && entry.actor.id === 'queue:questions');
    expect(ofJobs.map(({ action }) => action).reverse()).toEqual(['question-asked', 'record-read', 'question-liked']);
  });

  it('get the reply again when they ask again by their key, though the question has ended and the reply was taken', async () => {
    const ask = { ...body('How many, once more?'), idempotencyKey: 'again-1' };
    const mine = (): Reply[] => plain().replies.filter(({ idempotencyKey }) => idempotencyKey === 'again-1');
    await plain().questions.add('ask', ask);
    const first = await plain().reply(({ idempotencyKey }) => idempotencyKey === 'again-1');
    for (const times of [2, 3]) {
      await plain().questions.add('ask', ask);
      for (const until = Date.now() + 150_000; mine().length < times && Date.now() < until;) await delay(30);
      expect(mine()).toHaveLength(times);
    }
    expect(mine()).toEqual([first, first, first]);
  });

  it('follow a question up, and are refused if it does not exist', async () => {
    await plain().questions.add('ask', { ...body('How many customers have we?'), idempotencyKey: 'followed-1' });
    const { question: first } = await plain().reply(({ idempotencyKey }) => idempotencyKey === 'followed-1');
    const next = { ...body('And of Rome?'), follows: first, idempotencyKey: 'following-1' };
    await plain().questions.add('ask', next);
    const { question, record } = await plain().reply(({ idempotencyKey }) => idempotencyKey === 'following-1');
    expect(recordSchema.parse(record)).toMatchObject({ id: question, status: 'GOLD', follows: first });
    const [generator] = world().cast.callsOf(question ?? '', 'generator');
    expect(generator?.texts('earlier-question')).toEqual([`Question: How many customers have we?\nSQL:\n${GOOD_SQL}`]);
    const job = await plain().questions.add('ask', { ...next, follows: NOWHERE, idempotencyKey: 'following-2' });
    const refused = await plain().reply((reply) => reply.job === job.id);
    const nextSteps = [{ action: 'look-up', message: expect.any(String) }];
    expect(refused).toMatchObject({ code: 'QUESTION_NOT_FOUND', idempotencyKey: 'following-2', nextSteps });
  });

  it('are refused at once over the quota of the day', async () => {
    const workspace = await world().createWorkspace({ settings: { quota: { questionsPerDay: 0 } } });
    const job = await plain().questions.add('ask', { ...body('How many today?'), workspace });
    const { code, errors } = await plain().reply((reply) => reply.job === job.id);
    expect(code).toBe('QUOTA_EXCEEDED');
    expect(errors?.[0]?.message).toContain('0 of 0 questions (quota.questionsPerDay)');
  });

  it('get one error for an invalid body, and their job fails', async () => {
    const job = await plain().questions.add('ask', { ...body(''), level: 'GENIUS', replyTo: REPLIES });
    const { errors } = await plain().reply((reply) => reply.job === job.id);
    expect(errors?.map(({ field }) => field).sort()).toEqual(['level', 'question']);
    await plain().questions.add('dance', { replyTo: REPLIES }, { jobId: 'unknown-job' });
    expect((await plain().reply((reply) => reply.job === 'unknown-job')).errors).toMatchObject([{ field: 'name' }]);
    await plain().questions.add('record', { question: NOWHERE, replyTo: REPLIES }, { jobId: 'no-question' });
    expect(await plain().reply((reply) => reply.job === 'no-question')).toMatchObject({ question: NOWHERE });
    // refused jobs stay, and fail after their reply
    await eventually(async () => {
      const { items } = await world().api.expect<Page<QueueView>>(200, 'GET', '/v1/queues');
      return items.find(({ name }) => name === 'questions')?.failed === 6;
    });
    expect(plain().replies.filter((reply) => reply.job === job.id)).toHaveLength(1);
  });

  it('forge the options of jobs: each is refused once, and holds up no other', async () => {
    const taken = new Map<string | undefined, string>();
    for (const [what, options] of Object.entries(FORGED_OPTIONS)) {
      const forged = { ...options, jobId: options.jobId ?? `forged ${what}` };
      await plain()
        .questions.add('record', { question: NOWHERE, replyTo: REPLIES }, forged)
        .then(({ id }) => taken.set(id, what))
        .catch(() => undefined);
    }
    expect(taken.size).toBeGreaterThan(18);
    for (const id of taken.keys()) {
      expect(await plain().reply(({ job }) => job === id)).toMatchObject({ code: 'QUESTION_NOT_FOUND' });
    }
    await plain().questions.add('record', { question: NOWHERE, replyTo: REPLIES }, { delay: 1e12, jobId: 'far away' });
    await plain().questions.add('record', { question: NOWHERE, replyTo: REPLIES }, { jobId: 'the next' });
    await plain().reply(({ job }) => job === 'the next');
    const replied = plain().replies.map(({ job }) => job);
    for (const [id, what] of taken) expect([what, replied.filter((job) => job === id).length]).toEqual([what, 1]);
    expect(replied).not.toContain('far away');
  });

  it('ask through the client, many at once, each with its own answer', async () => {
    const client = await AssayQueueClient.open({ connection: connection(), replyTo: 'replies-shop-client' });
    try {
      const questions = ['one', 'two', 'three'].map((word) => `How many, number ${word}?`);
      const records = await Promise.all(
        questions.map((question) => client.ask({ workspace: world().workspace, question, settings: SMALL })),
      );
      expect(records.map(({ question, status }) => [question, status])).toEqual(questions.map((q) => [q, 'GOLD']));
      const [record] = records as [(typeof records)[0]];
      expect(record.result?.sqlList[0]?.sql).toBe(GOOD_SQL);
      expect((await client.record(record.id)).id).toBe(record.id);
      expect((await client.like(record.id)).created).toBe(true);
      await expect(client.cancel(record.id)).rejects.toMatchObject({ code: 'ALREADY_FINISHED' });
      const refused = client.ask({ workspace: 'nowhere', question: 'How many?' });
      await expect(refused).rejects.toBeInstanceOf(QueueRefusal);
      await expect(refused).rejects.toMatchObject({
        code: 'WORKSPACE_NOT_FOUND',
        nextSteps: [{ action: 'look-up', message: expect.any(String) }],
      });
      await expect(AssayQueueClient.open({ connection: connection(), replyTo: 'evaluator' })).rejects.toThrow(
        TypeError,
      );
    } finally {
      await client.close();
    }
  });
}

describeWith('redis-server', 'backends without HTTP, on Redis with users of their own,', () => {
  let redis: TestRedis | null;
  let world: OwnWorld;
  let plain: PlainBackend;
  const addressOf = (user: string): string =>
    (redis?.url ?? '').replace('redis://', `redis://${user}:${user}-password@`);
  const connectionOf = (user: string): object => {
    const { hostname, port } = new URL(redis?.url ?? '');
    return {
      host: hostname,
      port: Number(port),
      username: user,
      password: `${user}-password`,
      maxRetriesPerRequest: null,
    };
  };

  beforeAll(async () => {
    redis = await startTestRedis();
    const admin = new Redis(redis?.url ?? '');
    await admin.call('ACL', 'SETUSER', 'asker', ...ASKER_RULES.split(' '));
    await admin.call('ACL', 'SETUSER', 'service', ...SERVICE_RULES.split(' '));
    world = await createWorld({ env: { REDIS_URL: addressOf('service') } });
    plain = new PlainBackend(connectionOf('asker'), createRedisBackend);
    admin.disconnect();
  });
  afterAll(async () => {
    await plain?.close();
    await world?.end();
    await redis?.stop();
  });

  backendsCan(
    () => world,
    () => plain,
    () => ({ redis: addressOf('asker') }),
  );

  it('can run the example of the docs', async () => {
    const page = await readFile(join(PROJECT, 'docs/questions-queue.md'), 'utf8');
    const [, example = ''] = /```js\n([^]*?)```/.exec(page) ?? [];
    const { hostname, port } = new URL(redis?.url ?? '');
    const own = example
      .replace("host: 'redis'", `host: '${hostname}', port: ${port}`)
      .replace("password: '…'", "password: 'asker-password'")
      .replace('console.log(', 'process.send(');
    await world.createWorkspace({ name: 'shop' });
    world.cast.play('How many customers are there?', {});
    const child = spawn(process.execPath, ['--input-type=module', '-e', own], {
      cwd: PROJECT,
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [answer] = (await once(child, 'message')) as [unknown];
    child.kill();
    expect(answer).toMatchObject({ status: 'GOLD', question: 'How many customers are there?' });
  });

  it('may neither read what others ask, nor reach any other queue', async () => {
    const asker = new Redis(addressOf('asker'));
    for (const command of [
      ['HGETALL', 'bull:questions:1'],
      ['LPUSH', 'bull:evaluator:wait', 'x'],
      ['HGETALL', 'bull:evaluator:meta'],
      ['LRANGE', 'bull:replies-others:wait', '0', '-1'],
      ['KEYS', '*'],
      ['SCAN', '0'],
      ['FLUSHALL'],
      ['CONFIG', 'GET', '*'],
      ['ACL', 'LIST'],
    ] as [string, ...string[]][]) {
      const [name, ...parameters] = command;
      await expect(asker.call(name, ...parameters)).rejects.toThrow(/NOPERM/);
    }
    asker.disconnect();
  });
});

describe('backends without HTTP, with queues on Postgres,', () => {
  let postgres: TestPostgres;
  let url: string;
  let world: OwnWorld;
  let plain: PlainBackend;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.createFromTemplate('asking', async (template) => void (await migrate(template)));
    world = await createWorld({ env: { DATABASE_URL: url, ASSAY_SECRET_KEY: 'a key for these tests only' } });
    plain = new PlainBackend({ connectionString: url, max: 1 }, createPostgresBackend);
  });
  afterAll(async () => {
    await plain?.close();
    await world?.end();
    await postgres?.stop();
  });

  backendsCan(
    () => world,
    () => plain,
    () => ({ postgres: url }),
  );
});

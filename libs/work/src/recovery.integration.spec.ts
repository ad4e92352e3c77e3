import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InfrastructureError, newId, type Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import {
  applyAdvance,
  claimTasks,
  lockRun,
  readStages,
  requestTasks,
  sweepOutbox,
  type Database,
} from '@assay/persistence';
import { eventually } from '@assay/testing';
import type { Messaging } from './messaging/index.js';
import { LocalDelivery } from './local-delivery.js';
import { Publisher, type UnpublishedTask } from './publisher.js';
import { Reconciler } from './reconciler.js';
import type { TaskHandler } from './task-context.js';
import { startRunner } from './testing/start-runner.js';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';
import { partialEvent } from './testing/partial-event.js';
import { ClaimLost } from './task-process.js';
import { RUN_SECONDS } from './timing.js';
import { TaskRuntime } from './task-runtime.js';

const run = (database: Database, name: string, text: string, parameters: unknown[]): Promise<object[]> =>
  database.query({ name: `recovery_${name}`, text }, parameters);

describe('recovery', () => {
  let fixture: WorkFixture;
  beforeAll(async () => {
    fixture = await openWorkFixture();
  });
  afterAll(() => fixture.close());

  const taskOf = async (work: TaskRuntime, question: Id): Promise<object | undefined> =>
    (await readStages(work.database, question))[0]?.tasks[0];

  it('replays what a drained process had paid for, although its attempt does not count', async () => {
    const work = await fixture.join();
    let asked = 0;
    const ask = async (): Promise<{ answer: number; raw: null; status: 'answered'; request: object }> => ({
      answer: (asked += 1),
      raw: null,
      status: 'answered',
      request: {},
    });
    const handler: TaskHandler = {
      handle: async ({ journal, signal }) => {
        const first = await journal.step('model', 'first', ask);
        await journal.flush();
        if (first.replayed) return { result: first.answer };
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      },
    };
    const options = { queue: 'test-reducer', concurrency: 1, onError: () => undefined } as const;
    const draining = work.runner(handler, options);
    startRunner(work, draining);
    const { run: question } = await fixture.startRun(work, 'test-reducer', 1);
    await eventually(async () => {
      const text = `select 1 from assay.steps where run_id = $1 and status = 'answered'`;
      return (await run(work.database, 'answered_steps', text, [question])).length === 1;
    });
    await draining.drain(50);
    expect(await taskOf(work, question)).toMatchObject({ status: 'READY', attempts: 0 });
    const next = work.runner(handler, options);
    startRunner(work, next);
    await eventually(async () => (await readStages(work.database, question))[0]?.openTasks === 0);
    expect(await taskOf(work, question)).toMatchObject({ status: 'DONE', result: 1 });
    expect(asked).toBe(1);
    await next.drain(1000);
  });

  it('starts although Postgres becomes unreachable', async () => {
    const { messaging } = await fixture.join();
    const work = new TaskRuntime(messaging, {
      service: 'starting',
      databaseUrl: fixture.url,
      onError: () => undefined,
    });
    const query = work.database.query.bind(work.database);
    let outages = 2;
    work.database.query = (...parameters: Parameters<typeof query>) => {
      outages -= 1;
      if (outages >= 0) return Promise.reject(new InfrastructureError('RECORD_UNAVAILABLE', 'it recovers'));
      return query(...parameters) as never;
    };
    await work.start();
    expect(outages).toBeLessThan(0);
    await work.stop();
  });

  it('notices before a paid call that its claim was lost while the process was frozen', async () => {
    const work = await fixture.join();
    let outcome: unknown = null;
    const handler: TaskHandler = {
      handle: async ({ task, allow }) => {
        await allow?.(1);
        await run(work.database, 'steal', 'update assay.tasks set claim = $2 where id = $1', [task, newId()]);
        // a freeze longer than the heartbeat limit, without timers or signals
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, timing.lateHeartbeat + 100);
        outcome = await allow?.(1).catch((error: unknown) => error);
        throw outcome;
      },
    };
    const runner = work.runner(handler, { queue: 'test-reducer', concurrency: 1, onError: () => undefined });
    startRunner(work, runner);
    await fixture.startRun(work, 'test-reducer', 1);
    await eventually(async () => outcome !== null);
    expect(outcome).toBeInstanceOf(ClaimLost);
    await runner.drain(100);
  });

  it('gives a claim again to the token that has it, and counts it once', async () => {
    const work = await fixture.join();
    const { tasks } = await fixture.startRun(work, 'test-reducer', 1);
    const request = { task: tasks[0] as Id, delivery: 1, claim: newId() };
    const [first] = await claimTasks(work.database, work.process.id, [request]);
    const [second] = await claimTasks(work.database, work.process.id, [request]);
    expect(second).toEqual(first);
    expect(second?.attempts).toBe(1);
    expect(await claimTasks(work.database, work.process.id, [{ ...request, claim: newId() }])).toEqual([]);
  });

  it('hands on a task that the record says is ours and of which we know nothing', async () => {
    const work = await fixture.join();
    const { run: question, tasks } = await fixture.startRun(work, 'sql-selector', 1);
    await claimTasks(work.database, work.process.id, [{ task: tasks[0] as Id, delivery: 1, claim: newId() }]);
    await work.process.heartbeatQuietly();
    expect(await taskOf(work, question)).toMatchObject({ status: 'RUNNING' });
    const text = `update assay.tasks set claimed_at = now() - interval '1 minute' where id = $1`;
    await run(work.database, 'backdate_claim', text, [tasks[0]]);
    await eventually(async () => (await readStages(work.database, question))[0]?.tasks[0]?.status === 'READY');
    expect(await taskOf(work, question)).toMatchObject({ attempts: 0 });
  });

  it('buries a task whose end Postgres refuses, and keeps the answers that can be stored', async () => {
    const work = await fixture.join();
    const runner = work.runner(
      {
        handle: async ({ journal }) => {
          const call = { answer: {}, raw: null, request: {} } as const;
          await journal.step('model', 'paid', async () => ({ ...call, status: 'answered' }));
          journal.recordFailure('model', 'too much', { ...call, status: 'failed', details: { inputTokens: 1e12 } });
          return { result: {} };
        },
      },
      { queue: 'supervisor', concurrency: 1, onError: () => undefined },
    );
    startRunner(work, runner);
    const { run: question } = await fixture.startRun(work, 'supervisor', 1);
    await eventually(async () => (await readStages(work.database, question))[0]?.openTasks === 0);
    expect(await taskOf(work, question)).toMatchObject({ status: 'DEAD', error: { code: 'UNSTORABLE_VALUE' } });
    const steps = 'select status from assay.steps where run_id = $1';
    expect(await run(work.database, 'stored_steps', steps, [question])).toEqual([{ status: 'answered' }]);
    await runner.drain(1000);
  });

  it('supersedes what a task no longer asks, although the answer in its place cannot be stored', async () => {
    const work = await fixture.join();
    const handler: TaskHandler = {
      handle: async ({ attempts, journal }) => {
        const answer = { answer: {}, raw: null, status: 'answered', request: {} } as const;
        await journal.step('model', `attempt ${attempts}`, async () => answer);
        if (attempts > 1) journal.annotate({ inputTokens: 1e12 });
        if (attempts === 1) throw new Error('again');
        return { result: {} };
      },
    };
    const runner = work.runner(handler, { queue: 'supervisor', concurrency: 1, onError: () => undefined });
    startRunner(work, runner);
    const { run: question } = await fixture.startRun(work, 'supervisor', 1);
    await eventually(async () => (await readStages(work.database, question))[0]?.openTasks === 0);
    expect(await taskOf(work, question)).toMatchObject({ status: 'DEAD', error: { code: 'UNSTORABLE_VALUE' } });
    const steps = 'select superseded from assay.steps where run_id = $1';
    expect(await run(work.database, 'superseded_steps', steps, [question])).toEqual([{ superseded: true }]);
    await runner.drain(1000);
  });

  it('does not take tasks from the silent right after its own start, but at once from those who have left', async () => {
    const [silent, gone] = [await fixture.join('silent'), await fixture.join('gone')];
    const { tasks, run: question } = await fixture.startRun(silent, 'generator', 2);
    await silent.ledger.claim(tasks[0] as Id, 1);
    await gone.ledger.claim(tasks[1] as Id, 1);
    await Promise.all([silent.process.stop(), gone.process.stop()]);
    const text = `update assay.processes set stopped_at = null, beaten_at = now() - interval '1 minute' where id = $1`;
    await run(silent.database, 'silence', text, [silent.process.id]);
    const fresh = await fixture.join('fresh');
    await fresh.reconciler().run();
    const [stage] = await readStages(fresh.database, question);
    expect(stage?.tasks.map(({ status }) => status)).toEqual(['RUNNING', 'READY']);
  });

  describe('a task whose process is killed again and again', () => {
    /** Claims the task for a process that is gone, and reclaims it; until it ends, or `times`. */
    const lose = async (work: TaskRuntime, task: Id, times: number, from = 1): Promise<number> => {
      const gone = newId();
      const text = `insert into assay.processes (id, service, host, pid, stopped_at) values ($1, 'gone', 'gone', 1, now())`;
      await run(work.database, 'gone', text, [gone]);
      for (let loss = 0; loss < times; loss += 1) {
        const claimed = await claimTasks(work.database, gone, [{ task, delivery: from + loss, claim: newId() }]);
        if (claimed.length === 0) return loss;
        await work.reconciler().run();
      }
      return times;
    };

    it('counts one loss in four, however often it waited between them', async () => {
      const work = await fixture.join();
      const { run: question, tasks } = await fixture.startRun(work, 'sql-selector', 1, { maxAttempts: 3 });
      const task = tasks[0] as Id;
      const error = { code: 'MODEL_RATE_LIMITED', message: 'wait' };
      for (let losses = 0, delivery = 1; losses < 7; losses += 1) {
        for (let waits = 0; waits < 3; waits += 1, delivery += 1) {
          const claimed = await work.ledger.claim(task, delivery);
          const item = { task, claim: claimed?.claim as Id, run: question, stage: claimed?.stage?.id as Id };
          await work.ledger.finish({ ...item, finish: { status: 'READY', delayMs: 0, uncounted: true, error } });
        }
        expect(await lose(work, task, 1, delivery)).toBe(1);
        delivery += 1;
      }
      expect(await taskOf(work, question)).toMatchObject({ status: 'READY', attempts: 1 });
    });

    it('keeps its attempts for its own failures', async () => {
      const work = await fixture.join();
      const { run: question, tasks } = await fixture.startRun(work, 'sql-selector', 1, { maxAttempts: 3 });
      expect(await lose(work, tasks[0] as Id, 7)).toBe(7);
      expect(await taskOf(work, question)).toMatchObject({ status: 'READY', error: { code: 'PROCESS_LOST' } });
    });

    it('ends it at last: it may be what kills them', async () => {
      const work = await fixture.join();
      const { run: question, tasks } = await fixture.startRun(work, 'sql-selector', 1, { maxAttempts: 3 });
      expect(await lose(work, tasks[0] as Id, 100)).toBe(12);
      expect(await taskOf(work, question)).toMatchObject({ status: 'DEAD', error: { code: 'PROCESS_LOST' } });
    });
  });

  describe('the outbox of the queues', () => {
    const published: UnpublishedTask[] = [];
    class Recorder extends Publisher {
      constructor() {
        super(
          { publish: async () => undefined } as never,
          new LocalDelivery({ enabled: true, isOpen: () => true }),
          () => undefined,
        );
      }
      override async tasks(tasks: readonly UnpublishedTask[]): Promise<boolean> {
        published.push(...tasks);
        return true;
      }
    }
    const reconciler = (work: TaskRuntime, lostJobs: Messaging['lostJobs']): Reconciler =>
      new Reconciler(work.database, work.process, work.ledger, new Recorder(), { lostJobs }, () => undefined);
    const backdate = (work: TaskRuntime, question: Id): Promise<object[]> =>
      run(
        work.database,
        'backdate_publication',
        `update assay.tasks set publish_at = now() + interval '1 minute', publishes = 5 where run_id = $1`,
        [question],
      );

    it('is published at once when the queues have lost everything, however often it was before', async () => {
      const work = await fixture.join();
      const { run: question, tasks } = await fixture.startRun(work, 'story-evaluator', 1);
      await backdate(work, question);
      await reconciler(work, async () => null).run();
      expect(published.map(({ id }) => id)).not.toContain(tasks[0]);
      await reconciler(work, async () => ({ repaired: async () => undefined })).run();
      expect(published.filter(({ id }) => id === tasks[0])).toMatchObject([{ publishes: 6 }]);
    });

    it('is not said to be repaired before it is', async () => {
      const work = await fixture.join();
      let isRepaired = false;
      const repairing = reconciler(work, async () => ({ repaired: async () => void (isRepaired = true) }));
      const query = work.database.query.bind(work.database);
      work.database.query = (statement, parameters) =>
        statement.name === 'delete_task_publications'
          ? Promise.reject(new InfrastructureError('RECORD_UNAVAILABLE', 'away'))
          : query(statement, parameters);
      await expect(repairing.run()).rejects.toThrow('away');
      expect(isRepaired).toBe(false);
      work.database.query = query;
      await repairing.run();
      expect(isRepaired).toBe(true);
    });

    it('is not counted as published while the queues are unreachable', async () => {
      const work = await fixture.join();
      const { run: question } = await fixture.startRun(work, 'story-evaluator', 1);
      const text = `update assay.tasks set publish_at = now() where run_id = $1`;
      await run(work.database, 'unpublish', text, [question]);
      const away = reconciler(work, () => Promise.reject(new InfrastructureError('QUEUE_UNAVAILABLE', 'away')));
      await expect(away.run()).rejects.toThrow('away');
      const rows = await run(work.database, 'publishes', 'select publishes from assay.tasks where run_id = $1', [
        question,
      ]);
      expect(rows).toEqual([{ publishes: 0 }]);
    });

    it('is published under another id each time, so that no unclaimed job blocks it', async () => {
      const ids: (string | undefined)[] = [];
      const messaging = {
        publish: async (_queue: string, jobs: { id?: string }[]) => void ids.push(...jobs.map(({ id }) => id)),
      };
      const publisher = new Publisher(
        messaging as never,
        new LocalDelivery({ enabled: true, isOpen: () => true }),
        () => undefined,
      );
      for (const publishes of [undefined, 1, 2, 3, 4]) {
        await publisher.tasks([{ id: 'task', delivery: 2, queue: 'generator', priority: 0, publishes }]);
      }
      expect(ids).toEqual(['task-2', 'task-2-1', 'task-2-2', 'task-2-3', 'task-2-4']);
    });

    it('ends a request with the run that it came too late for', async () => {
      const work = await fixture.join();
      const { run: question } = await fixture.startRun(work, 'generator', 1);
      await work.database.transaction(async (connection) => {
        const locked = await lockRun(connection, question);
        await applyAdvance(connection, question, locked?.revision ?? 0, {
          stages: [],
          tasks: [],
          close: [],
          cancel: [],
          wakeAt: null,
          events: [partialEvent('question-finished')],
          finish: { status: 'CANCELLED', error: null, stopReason: 'test' },
        });
      });
      const late = newId();
      const limits = { priority: 0, maxAttempts: 5, runSeconds: RUN_SECONDS };
      const request = {
        id: late,
        run: question,
        workspace: fixture.workspace,
        queue: 'db-sampler',
        ...limits,
      } as const;
      await requestTasks(work.database, [{ ...request, payload: {}, key: null }]);
      await run(work.database, 'overdue', `update assay.tasks set publish_at = now() where id = $1`, [late]);
      const outbox = await sweepOutbox(work.database, 500);
      expect(outbox.map(({ id }) => id)).not.toContain(late);
      const rows = await run(work.database, 'status', 'select status from assay.tasks where id = $1', [late]);
      expect(rows).toEqual([{ status: 'CANCELLED' }]);
    });
  });

  it('asks db-sampler again for what a crash of Postgres has forgotten', async () => {
    const work = await fixture.join();
    const asker = { run: null, workspace: fixture.workspace, signal: new AbortController().signal };
    const reply = work.databaseCalls.ask(asker, { kind: 'check' }, `forgotten ${newId()}`);
    await eventually(async () => {
      const text = `delete from assay.tasks where queue = 'db-sampler' and payload ->> 'kind' = 'check' and status = 'READY' returning id`;
      return (await run(work.database, 'forget', text, [])).length > 0;
    });
    const runner = work.runner(
      { handle: async () => ({ result: 'found' }) },
      { queue: 'db-sampler', concurrency: 1, onError: () => undefined },
    );
    startRunner(work, runner);
    expect((await reply).answer).toBe('found');
    await runner.drain(1000);
  });

  it('takes the locks of a process that froze in mid-transaction', async () => {
    const work = await fixture.join();
    const { run: question } = await fixture.startRun(work, 'generator', 1);
    const [locked, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const frozen = work.database.transaction(async (connection) => {
      await lockRun(connection, question);
      locked.resolve();
      await woken.promise;
      await lockRun(connection, question);
    });
    const outcome = expect(frozen).rejects.toMatchObject({ code: 'RECORD_UNAVAILABLE', retryable: true });
    await locked.promise;
    // waits for the lock
    await work.database.transaction((connection) => lockRun(connection, question));
    woken.resolve();
    await outcome;
  });
});

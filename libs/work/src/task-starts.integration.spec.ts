import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { InfrastructureError, newId, type Id, type TaskQueue } from '@assay/contracts';
import {
  applyAdvance,
  asStored,
  finishTasks,
  lockRun,
  lostTasks,
  readStages,
  type Advance,
  type Database,
  type RunAdvance,
} from '@assay/persistence';
import { eventually } from '@assay/testing';
import fc from 'fast-check';
import { once } from 'node:events';
import type { TaskContext } from './task-context.js';
import { ClaimLost } from './task-process.js';
import type { TaskRunner } from './task-runner.js';
import type { TaskRuntime } from './task-runtime.js';
import { startRunner } from './testing/start-runner.js';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';
import { RUN_SECONDS } from './timing.js';

interface TaskRow {
  id: Id;
  status: string;
  delivery: number;
  attempts: number;
  claim: Id | null;
  process: Id | null;
}

const tasksOf = (database: Database, ids: readonly Id[]): Promise<TaskRow[]> =>
  database.query(
    {
      name: 'test_tasks',
      text: `select id, status, delivery, attempts, claim, process_id as process from assay.tasks
             where id = any ($1) order by ordinal, id`,
    },
    [ids],
  );

describe('tasks that begin where they are written', () => {
  let fixture: WorkFixture;
  const ended: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    fixture = await openWorkFixture();
  });
  afterEach(async () => {
    for (const end of ended.splice(0)) await end();
  });
  afterAll(() => fixture.close());

  /** A process that takes tasks of a queue, and may go past it. */
  const take = async (
    queue: TaskQueue,
    concurrency: number,
    handle: (context: TaskContext) => Promise<unknown>,
  ): Promise<{ work: TaskRuntime; runner: TaskRunner }> => {
    const work = await fixture.join();
    const handler = { handle: async (context: TaskContext) => ({ result: await handle(context) }) };
    const runner = work.runner(handler, { queue, concurrency, onError: () => undefined });
    startRunner(work, runner);
    ended.push(() => runner.drain(0));
    await eventually(async () => work.messaging.pauses.isOpen(queue));
    return { work, runner };
  };
  const claiming =
    (work: TaskRuntime, then: (step: RunAdvance) => RunAdvance = (step) => step) =>
    (advance: Advance, write: () => Promise<RunAdvance>): Promise<unknown> => {
      const starts = work.starts();
      return starts.around(async () => {
        starts.claim(advance);
        return then(await write());
      });
    };
  const over = (work: TaskRuntime, run: Id): Promise<unknown> =>
    eventually(async () => (await readStages(work.database, run))[0]?.openTasks === 0);

  it('are claimed with their writing while there is room, and told what a claim of later would tell', async () => {
    const contexts: TaskContext[] = [];
    const [all, first] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { work } = await take('test-reducer', 1, async (context) => {
      contexts.push(context);
      first.resolve();
      await all.promise;
    });
    const payload = { bb: 1, a: { ccc: [{ z: 1, y: undefined }], ü: -0, zz: null }, 10: 'ten', 9: 'nine' };
    const more = { payload, input: { later: 1, soon: ['x'] }, writing: claiming(work) };
    const { run, tasks } = await fixture.startRun(work, 'test-reducer', 2, more);
    await first.promise;
    const [begun, waiting] = await tasksOf(work.database, tasks);
    expect(begun).toMatchObject({ status: 'RUNNING', claim: tasks[0], process: work.process.id, attempts: 1 });
    expect(waiting).toMatchObject({ status: 'READY', claim: null, process: null, attempts: 0 });
    all.resolve();
    await over(work, run);
    const told = contexts.map(({ task: _, ordinal: __, claim: ___, journal: ____, allow, signal, ...context }) => ({
      ...context,
      payload: { ...(context.payload as object), number: 0 },
      allow: typeof allow,
      signal: signal instanceof AbortSignal,
    }));
    expect(told).toHaveLength(2);
    expect(told[0]).toEqual(told[1]);
    expect(JSON.stringify(told[0]?.payload)).toBe(JSON.stringify(told[1]?.payload));
    expect(contexts.map(({ ordinal, claim, task }) => [ordinal, claim === task])).toEqual([
      [1, true],
      [2, false],
    ]);
  });

  it('leave their slots to others where the step is refused', async () => {
    const done: Id[] = [];
    const { work } = await take('evaluator', 1, async ({ task }) => done.push(task));
    const { tasks } = await fixture.startRun(work, 'evaluator', 1, {
      writing: (advance, write) => {
        const refused: Advance = { ...advance, tasks: advance.tasks.map((task) => ({ ...task, id: newId() })) };
        const starts = work.starts();
        return starts.around(async () => {
          starts.claim(refused);
          starts.drop(refused);
          return write();
        });
      },
    });
    await eventually(async () => done.length > 0);
    expect(done).toEqual(tasks);
  });

  it('begin once where the answer to their writing is lost, and not at all where nothing was written', async () => {
    const done: Id[] = [];
    const { work } = await take('generator', 2, async ({ task }) => done.push(task));
    const lose = (): never => {
      throw new InfrastructureError('RECORD_UNAVAILABLE', 'the answer is lost');
    };
    const writing = claiming(work, lose);
    const { run, tasks } = await fixture.startRun(work, 'generator', 2, {
      writing: (advance, write) => writing(advance, write).catch(() => undefined),
    });
    await over(work, run);
    expect([...done].sort()).toEqual([...tasks].sort());
    expect(await tasksOf(work.database, tasks)).toMatchObject([
      { status: 'DONE', delivery: 1, attempts: 1 },
      { status: 'DONE', delivery: 1, attempts: 1 },
    ]);

    const unwritten = claiming(work);
    const retried = await fixture.startRun(work, 'generator', 2, {
      writing: async (advance, write) => {
        await unwritten(advance, () => Promise.reject(new Error('not written'))).catch(() => undefined);
        for (const task of advance.tasks) delete task.process;
        await write();
      },
    });
    await over(work, retried.run);
    expect(done).toHaveLength(4);
    expect(new Set(done)).toEqual(new Set([...tasks, ...retried.tasks]));
  });

  it('are aborted with their run, and taken back from a process that has died', async () => {
    const begun: Id[] = [];
    const reasons: unknown[] = [];
    const { work } = await take('supervisor', 1, ({ task, signal }) => {
      begun.push(task);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason as Error);
        });
      });
    });
    const { run, stage, tasks } = await fixture.startRun(work, 'supervisor', 1, { writing: claiming(work) });
    await eventually(async () => begun.length > 0);
    await work.database.transaction(async (connection) => {
      const locked = await lockRun(connection, run);
      const cancel = [{ task: tasks[0] as Id, straggler: false }];
      const step = { stages: [], tasks: [], close: [stage], cancel, events: [], wakeAt: null, finish: null };
      await applyAdvance(connection, run, locked?.revision ?? 0, step);
    });
    await eventually(async () => reasons.length > 0);
    expect(reasons).toMatchObject([{ name: 'ClaimLost' }]);

    const dead = await fixture.join();
    await dead.process.stop();
    const left = await fixture.startRun(work, 'sql-selector', 1, {
      writing: async (advance, write) => {
        for (const task of advance.tasks) task.process = dead.process.id;
        await write();
      },
    });
    expect((await lostTasks(work.database, 5, 100)).map(({ task }) => task)).toContain(left.tasks[0]);
    await work.reconciler().run();
    expect(await tasksOf(work.database, left.tasks)).toMatchObject([{ status: 'READY', delivery: 2, attempts: 1 }]);
  });

  describe('requests to db-sampler', () => {
    const limits = { priority: 0, maxAttempts: 5, runSeconds: RUN_SECONDS };

    const signal = new AbortController().signal;
    const ask = (work: TaskRuntime, key: string | null, until = signal): Promise<{ task: Id; answer: unknown }> =>
      work.databaseCalls.ask({ run: null, workspace: fixture.workspace, signal: until }, { kind: 'check' }, key);

    it('are written with their end, and no heartbeat takes them for lost', async () => {
      const seen: unknown[] = [];
      const { work } = await take('db-sampler', 4, async ({ task, signal: lost }) => {
        await work.process.heartbeatQuietly();
        seen.push(await tasksOf(work.database, [task]), lost.aborted);
        return 'answered';
      });
      const { task, answer } = await ask(work, null);
      expect([answer, ...seen]).toEqual(['answered', [], false]);
      expect(await tasksOf(work.database, [task])).toMatchObject([
        { status: 'DONE', delivery: 1, attempts: 1, claim: null, process: null },
      ]);
    });

    it.each([
      ['with a key', `lost ${newId()}`],
      ['without', null],
    ])('are answered once where the answer to their writing is lost, %s', async (_, key) => {
      let asked = 0;
      const { work } = await take('db-sampler', 4, async () => (asked += 1));
      const query = work.database.query.bind(work.database);
      let lost = 0;
      work.database.query = async (...parameters: Parameters<typeof query>) => {
        const rows = await query(...parameters);
        if (parameters[0].name !== 'finish_tasks' || lost > 0) return rows as never;
        lost += 1;
        throw new InfrastructureError('RECORD_UNAVAILABLE', 'the answer is lost');
      };
      const { task, answer } = await ask(work, key);
      expect([lost, asked, answer]).toEqual([1, 1, 1]);
      expect(await tasksOf(work.database, [task])).toMatchObject([{ status: 'DONE', delivery: 1, attempts: 1 }]);
    });

    it('are found by their key once they are answered', async () => {
      let asked = 0;
      const { work } = await take('db-sampler', 4, async () => (asked += 1));
      const key = `again ${newId()}`;
      const first = await ask(work, key);
      expect(await ask(work, key)).toEqual(first);
      expect(asked).toBe(1);
    });

    it('give way to the row that another process has written for their key', async () => {
      const key = `both ${newId()}`;
      const begun = new Set<string>();
      const answerOf = (name: string) => async (): Promise<string> => {
        begun.add(name);
        await eventually(() => begun.size === 2);
        return name;
      };
      const [one, other] = [
        await take('db-sampler', 4, answerOf('one')),
        await take('db-sampler', 4, answerOf('other')),
      ];
      const [first, second] = await Promise.all([ask(one.work, key), ask(other.work, key)]);
      expect(second).toEqual(first);
    });

    it('of two processes never wait for each other in a circle', async () => {
      const works = [await fixture.join(), await fixture.join()];
      const keys = Array.from({ length: 100 }, (_, at) => `circle ${at} ${newId()}`);
      const written = works.map((work, nth) => {
        const items = (nth === 0 ? keys : keys.toReversed()).map((key) => {
          const id = newId();
          const asked = { id, run: null, workspace: fixture.workspace, queue: 'db-sampler', payload: {}, key } as const;
          const request = { ...asked, ...limits, since: new Date() };
          const finish = { status: 'DONE', result: 'x'.repeat(2000) } as const;
          return { task: id, claim: id, run: null, stage: null, finish, request };
        });
        return finishTasks(work.database, items);
      });
      const accepted = (await Promise.all(written)).map((outcomes) => outcomes.filter((each) => each.accepted).length);
      expect(accepted.reduce((sum, count) => sum + count)).toBe(keys.length);
    });

    it('go to another process where this one stops', async () => {
      const begun = Promise.withResolvers<undefined>();
      const { work, runner } = await take('db-sampler', 4, async (context) => {
        begun.resolve(undefined);
        await once(context.signal, 'abort');
        throw context.signal.reason;
      });
      const asked = ask(work, `handed on ${newId()}`);
      await begun.promise;
      await runner.drain(0);
      await take('db-sampler', 4, async () => 'taken over');
      const { task, answer } = await asked;
      expect(answer).toBe('taken over');
      expect(await tasksOf(work.database, [task])).toMatchObject([{ status: 'DONE', delivery: 2 }]);
    });

    it('end, and leave no row, where nobody waits for them any more', async () => {
      const begun = Promise.withResolvers<Id>();
      const gone = Promise.withResolvers<unknown>();
      const { work } = await take('db-sampler', 4, async (context) => {
        begun.resolve(context.task);
        await once(context.signal, 'abort');
        gone.resolve(context.signal.reason);
        throw context.signal.reason;
      });
      const controller = new AbortController();
      const asked = ask(work, null, controller.signal).catch((error: unknown) => error);
      const task = await begun.promise;
      controller.abort(new Error('cancelled'));
      expect(await asked).toMatchObject({ message: 'cancelled' });
      expect(await gone.promise).toBeInstanceOf(ClaimLost);
      expect(await tasksOf(work.database, [task])).toEqual([]);
    });

    it('share one answer where several ask by one key at once', async () => {
      let asked = 0;
      const { work } = await take('db-sampler', 4, async () => (asked += 1));
      const key = `shared ${newId()}`;
      const replies = await Promise.all([ask(work, key), ask(work, key), ask(work, key)]);
      expect(asked).toBe(1);
      expect(new Set(replies.map(({ task }) => task)).size).toBe(1);
    });

    it('leave no row where their run has ended meanwhile', async () => {
      const work = await fixture.join();
      const { run } = await fixture.startRun(work, 'generator', 1);
      await work.database.transaction(async (connection) => {
        const locked = await lockRun(connection, run);
        const finish = { status: 'CANCELLED', error: null, stopReason: 'test' } as const;
        const step = { stages: [], tasks: [], close: [], cancel: [], events: [], wakeAt: null, finish };
        await applyAdvance(connection, run, locked?.revision ?? 0, step);
      });
      const id = newId();
      const request = { id, run, workspace: fixture.workspace, queue: 'db-sampler', ...limits } as const;
      const asked = { ...request, payload: {}, key: null, since: new Date() };
      const finish = { status: 'DONE', result: 'late' } as const;
      const [outcome] = await finishTasks(work.database, [
        { task: id, claim: id, run, stage: null, finish, request: asked },
      ]);
      expect(outcome).toMatchObject({ accepted: false, status: 'CANCELLED' });
      expect(await tasksOf(work.database, [id])).toEqual([]);
    });
  });

  it('are given values in the very text that comes out of the record', async () => {
    const work = await fixture.join();
    const key = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.nat(20).map(String));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.string({ unit: 'grapheme' }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constantFrom(null, true, false, undefined),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    const statement = { name: 'test_stored', text: 'select $1::jsonb as value' };
    await fc.assert(
      fc.asyncProperty(fc.array(tree), async (values) => {
        const stored = asStored(values);
        const [row] = await work.database.query<{ value: unknown }>(statement, [JSON.stringify(stored)]);
        expect(JSON.stringify(stored)).toBe(JSON.stringify(row?.value));
      }),
      { numRuns: 100 },
    );
  });
});

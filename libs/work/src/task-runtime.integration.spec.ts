import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import {
  applyAdvance,
  finishTasks,
  lockRun,
  lostTasks,
  readStages,
  requestCancel,
  type Database,
} from '@assay/persistence';
import { eventually } from '@assay/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskHandler } from './task-context.js';
import { startRunner } from './testing/start-runner.js';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';
import { partialEvent } from './testing/partial-event.js';

interface EventRow {
  sequence: number;
  type: string;
  body: { duplicateOf?: Id | null; number?: number };
}

const eventsOf = (database: Database, run: Id): Promise<EventRow[]> =>
  database.query(
    { name: 'test_events', text: 'select sequence, type, body from assay.events where run_id = $1 order by sequence' },
    [run],
  );

const runRow = async (database: Database, run: Id): Promise<{ advance_wanted: boolean; last_event: number }> => {
  const rows = await database.query<{ advance_wanted: boolean; last_event: number }>(
    { name: 'test_run', text: 'select advance_wanted, last_event from assay.runs where id = $1' },
    [run],
  );
  return rows[0] as { advance_wanted: boolean; last_event: number };
};

describe('the way of a task', () => {
  let fixture: WorkFixture;
  beforeAll(async () => {
    fixture = await openWorkFixture();
  });
  afterAll(() => fixture.close());

  it('gives a delivery to one claimer only, and an old delivery to none', async () => {
    const [left, right] = [await fixture.join(), await fixture.join()];
    const { tasks } = await fixture.startRun(left, 'test-reducer', 1);
    const task = tasks[0] as Id;
    const claims = await Promise.all([left.ledger.claim(task, 1), right.ledger.claim(task, 1)]);
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
    expect(await right.ledger.claim(task, 0)).toBeNull();
  });

  it('writes nothing for a claim that was taken back, and everything for its successor', async () => {
    const work = await fixture.join();
    const { run, stage, tasks } = await fixture.startRun(work, 'test-reducer', 1);
    const task = tasks[0] as Id;
    const first = await work.ledger.claim(task, 1);
    const owner = { task, claim: first?.claim as Id, run, stage };
    const released = await work.ledger.finish({
      ...owner,
      finish: { status: 'READY', error: { code: 'PROCESS_LOST', message: '' }, delayMs: 0 },
    });
    expect(released).toMatchObject({ accepted: true, status: 'READY', delivery: 2 });
    const second = await work.ledger.claim(task, 2);
    const late = await work.ledger.finish({
      ...owner,
      events: [partialEvent('warning-raised')],
      finish: { status: 'DONE', result: 'late' },
    });
    expect(late.accepted).toBe(false);
    const good = await work.ledger.finish({
      ...owner,
      claim: second?.claim as Id,
      finish: { status: 'DONE', result: 'good' },
    });
    expect(good).toMatchObject({ accepted: true, advance: true });
    const [row] = await readStages(work.database, run);
    expect(row?.tasks[0]).toMatchObject({ status: 'DONE', result: 'good', attempts: 2 });
    expect((await eventsOf(work.database, run)).map((event) => event.type)).not.toContain('late');
  });

  it('buries a task that is out of attempts, and asks for the next step', async () => {
    const work = await fixture.join();
    const { run, stage, tasks } = await fixture.startRun(work, 'test-reducer', 1, { maxAttempts: 1 });
    const claimed = await work.ledger.claim(tasks[0] as Id, 1);
    const outcome = await work.ledger.finish({
      task: tasks[0] as Id,
      claim: claimed?.claim as Id,
      run,
      stage,
      finish: { status: 'READY', error: { code: 'MODEL_UNREACHABLE', message: 'nobody there' }, delayMs: 0 },
    });
    expect(outcome).toMatchObject({ status: 'DEAD', advance: true });
    const [row] = await readStages(work.database, run);
    expect(row).toMatchObject({ openTasks: 0 });
    expect(row?.tasks[0]?.error).toEqual({ code: 'MODEL_UNREACHABLE', message: 'nobody there' });
  });

  it('counts every task down once and numbers events without gaps while many processes finish at once', async () => {
    const processes = await Promise.all(Array.from({ length: 3 }, () => fixture.join()));
    const { run, stage, tasks } = await fixture.startRun(processes[0] as never, 'test-reducer', 60);
    const outcomes = await Promise.all(
      tasks.map(async (task, index) => {
        const work = processes[index % 3] as (typeof processes)[number];
        const claimed = await work.ledger.claim(task, 1);
        return work.ledger.finish({
          task,
          claim: claimed?.claim as Id,
          run,
          stage,
          events: [1, 2].map((number) => partialEvent('test-generated', { number })),
          finish: { status: 'DONE', result: index },
        });
      }),
    );
    expect(outcomes.every((outcome) => outcome.accepted)).toBe(true);
    expect(outcomes.filter((outcome) => outcome.advance).length).toBeGreaterThan(0);
    const work = processes[0] as (typeof processes)[number];
    const events = await eventsOf(work.database, run);
    expect(events.map((event) => event.sequence)).toEqual(Array.from({ length: 121 }, (_, index) => index + 1));
    const [row] = await readStages(work.database, run);
    expect(row?.openTasks).toBe(0);
    expect(await runRow(work.database, run)).toEqual({ advance_wanted: true, last_event: 121 });
  });

  it('names the first committed outcome of a key as the original, in the row and in the event', async () => {
    const work = await fixture.join();
    const { run, stage, tasks } = await fixture.startRun(work, 'test-reducer', 4);
    const claims = await Promise.all(tasks.map((task) => work.ledger.claim(task, 1)));
    const item = (index: number, key: string): Parameters<typeof work.ledger.finish>[0] => ({
      task: tasks[index] as Id,
      claim: claims[index]?.claim as Id,
      run,
      stage,
      events: [partialEvent('candidate-generated', { number: index, duplicateOf: null })],
      finish: { status: 'DONE', result: {}, key },
    });
    await work.ledger.finish(item(2, 'same'));
    await finishTasks(work.database, [item(3, 'other'), item(1, 'same'), item(0, 'same')]);
    const [row] = await readStages(work.database, run);
    expect(row?.tasks.map((task) => task.duplicateOf)).toEqual([tasks[2], tasks[2], null, null]);
    const reported = new Map((await eventsOf(work.database, run)).map(({ body }) => [body.number, body.duplicateOf]));
    expect([0, 1, 2, 3].map((index) => reported.get(index))).toEqual([tasks[2], tasks[2], null, null]);
  });

  it('emits a step once although its group is sent again', async () => {
    const work = await fixture.join();
    const { run, stage, tasks } = await fixture.startRun(work, 'test-reducer', 1);
    const claimed = await work.ledger.claim(tasks[0] as Id, 1);
    const step = {
      id: newId(),
      ordinal: 1,
      kind: 'model' as const,
      requestHash: 'x',
      request: {},
      answer: {},
      raw: null,
      status: 'answered' as const,
    };
    const item = {
      task: tasks[0] as Id,
      claim: claimed?.claim as Id,
      run,
      stage,
      steps: [step],
      events: [partialEvent('call-answered')],
    };
    expect((await work.ledger.finish(item)).accepted).toBe(true);
    expect((await work.ledger.finish(item)).accepted).toBe(true);
    expect((await eventsOf(work.database, run)).map((event) => event.type)).toEqual([
      'question-accepted',
      'call-answered',
    ]);
  });

  it('hands on a task whose job is on the queue of another service, and counts no attempt', async () => {
    const work = await fixture.join();
    const { run, tasks } = await fixture.startRun(work, 'prober', 1, { maxAttempts: 1 });
    const task = tasks[0] as Id;
    const handled: unknown[] = [];
    const handler: TaskHandler = { handle: async (context) => ({ result: handled.push(context) }) };
    const onError = (error: unknown): unknown => handled.push(error);
    await work.runner(handler, { queue: 'evaluator', concurrency: 1, onError }).take({ task, delivery: 1 });
    expect(handled).toEqual([]);
    const [row] = await readStages(work.database, run);
    expect(row?.tasks[0]).toMatchObject({ status: 'READY', error: { code: 'WRONG_QUEUE' } });
    expect(await work.ledger.claim(task, 2)).toMatchObject({ queue: 'prober', attempts: 1 });
  });

  it('runs tasks from the queue, replays answered steps on a second attempt, and pays for none of them twice', async () => {
    const work = await fixture.join();
    let asked = 0;
    const handler: TaskHandler = {
      handle: async (context) => {
        const step = await context.journal.step('model', 'question one', async () => {
          asked += 1;
          return { answer: { text: 'paid' }, raw: Buffer.from('paid'), status: 'answered', request: {} };
        });
        await context.journal.flush();
        if (context.attempts === 1) throw new Error('something nobody foresaw');
        return { result: { replayed: step.replayed, answer: step.answer } };
      },
    };
    const failures: unknown[] = [];
    const runner = work.runner(handler, {
      queue: 'supervisor',
      concurrency: 4,
      onError: (error) => failures.push(error),
    });
    startRunner(work, runner);
    const { run } = await fixture.startRun(work, 'supervisor', 2);
    await eventually(async () => (await readStages(work.database, run))[0]?.openTasks === 0);
    const [row] = await readStages(work.database, run);
    expect(row?.tasks.map((task) => task.result)).toEqual([
      { replayed: true, answer: { text: 'paid' } },
      { replayed: true, answer: { text: 'paid' } },
    ]);
    expect(asked).toBe(2);
    expect(failures).toHaveLength(2);
    await runner.drain(1000);
  });

  it('supersedes what followed when a task asks something else the second time', async () => {
    const work = await fixture.join();
    const handler: TaskHandler = {
      handle: async (context) => {
        const ask = (key: string): ReturnType<typeof context.journal.step> =>
          context.journal.step('model', key, async () => ({ answer: key, raw: null, status: 'answered', request: {} }));
        const first = await ask('first');
        const second = await ask(context.attempts === 1 ? 'second' : 'second, put otherwise');
        const third = await ask('third');
        await context.journal.flush();
        if (context.attempts === 1) throw new Error('again');
        return { result: [first.replayed, second.replayed, third.replayed] };
      },
    };
    const runner = work.runner(handler, { queue: 'sql-selector', concurrency: 1, onError: () => undefined });
    startRunner(work, runner);
    const { run, tasks } = await fixture.startRun(work, 'sql-selector', 1);
    await eventually(async () => (await readStages(work.database, run))[0]?.openTasks === 0);
    const [row] = await readStages(work.database, run);
    expect(row?.tasks[0]?.result).toEqual([true, false, false]);
    const steps = await work.database.query<{ ordinal: number; superseded: boolean }>(
      {
        name: 'test_steps',
        text: 'select ordinal, superseded from assay.steps where task_id = $1 order by ordinal, superseded desc',
      },
      [tasks[0]],
    );
    expect(steps.map((step) => [step.ordinal, step.superseded])).toEqual([
      [1, false],
      [2, true],
      [2, false],
      [3, true],
      [3, false],
    ]);
    await runner.drain(1000);
  });

  it('shares one answer between askers with one key, and asks again when it was lost', async () => {
    const work = await fixture.join();
    let examined = 0;
    const sampler: TaskHandler = {
      handle: async (context) => {
        examined += 1;
        await sleep(50);
        if (examined === 1) throw new Error('first time unlucky');
        return { result: { payload: context.payload, count: examined } };
      },
    };
    const runner = work.runner(sampler, { queue: 'db-sampler', concurrency: 8, onError: () => undefined });
    startRunner(work, runner);
    const asker = { run: null, workspace: fixture.workspace, signal: new AbortController().signal };
    const ask = (): Promise<{ task: Id; answer: unknown }> =>
      work.databaseCalls.ask(asker, { kind: 'check' }, `key ${fixture.workspace}`);
    const replies = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(replies.map((reply) => reply.task)).size).toBe(1);
    expect(examined).toBe(2);
    expect((await ask()).task).toBe(replies[0]?.task);
    expect(examined).toBe(2);
    await runner.drain(1000);
  });

  it('aborts a handler whose run has ended, and keeps its result out', async () => {
    const work = await fixture.join();
    let reason: unknown = null;
    const handler: TaskHandler = {
      handle: (context) =>
        new Promise((_resolve, reject) => {
          context.signal.addEventListener('abort', () => {
            reason = context.signal.reason;
            reject(context.signal.reason as Error);
          });
        }),
    };
    const runner = work.runner(handler, { queue: 'evaluator', concurrency: 4, onError: () => undefined });
    startRunner(work, runner);
    const { run } = await fixture.startRun(work, 'evaluator', 1);
    await eventually(async () => (await readStages(work.database, run))[0]?.tasks[0]?.status === 'RUNNING');
    expect(await requestCancel(work.database, run)).toBe(true);
    await work.database.transaction(async (connection) => {
      const locked = await lockRun(connection, run);
      await applyAdvance(connection, run, locked?.revision ?? 0, {
        stages: [],
        tasks: [],
        close: [],
        cancel: [],
        wakeAt: null,
        events: [partialEvent('question-finished')],
        finish: { status: 'CANCELLED', error: null, stopReason: 'test' },
      });
    });
    await eventually(async () => reason !== null);
    expect((reason as Error).name).toBe('ClaimLost');
    const events = await eventsOf(work.database, run);
    expect(events.at(-1)?.type).toBe('question-finished');
    expect(await requestCancel(work.database, run)).toBe(false);
    await runner.drain(1000);
  });

  it('puts the answer of a task that its run has dropped on record, and nothing else of it', async () => {
    const work = await fixture.join();
    let isAnswered = false;
    const handler: TaskHandler = {
      handle: async (context) => {
        await context.journal.step('model', 'asked', () =>
          Promise.resolve({
            answer: { sql: 'SELECT 1' },
            raw: null,
            status: 'answered' as const,
            request: {},
            events: [partialEvent('call-answered')],
          }),
        );
        isAnswered = true;
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
        return { result: 'too late', events: [partialEvent('candidate-generated')] };
      },
    };
    const runner = work.runner(handler, { queue: 'supervisor', concurrency: 4, onError: () => undefined });
    startRunner(work, runner);
    const { run, stage, tasks } = await fixture.startRun(work, 'supervisor', 1);
    await eventually(() => Promise.resolve(isAnswered));
    await work.database.transaction(async (connection) => {
      const locked = await lockRun(connection, run);
      await applyAdvance(connection, run, locked?.revision ?? 0, {
        stages: [],
        tasks: [],
        close: [stage],
        cancel: [{ task: tasks[0] as Id, straggler: false }],
        events: [],
        wakeAt: null,
        finish: null,
      });
    });
    await runner.drain(10_000);
    const steps = await work.database.query(
      { name: 'test_steps', text: 'select kind, status from assay.steps where run_id = $1' },
      [run],
    );
    expect(steps).toEqual([{ kind: 'model', status: 'answered' }]);
    expect((await eventsOf(work.database, run)).map(({ type }) => type)).toEqual([
      'question-accepted',
      'call-answered',
    ]);
    const [row] = await readStages(work.database, run);
    expect(row?.tasks[0]).toMatchObject({ status: 'CANCELLED', result: null });
  });

  it('takes back what ran past its time from a process that lives', async () => {
    const [slow, healthy] = [await fixture.join('slow'), await fixture.join('healthy')];
    const { tasks } = await fixture.startRun(healthy, 'evaluator', 2);
    const [late, inTime] = tasks as [Id, Id];
    expect(await slow.ledger.claim(late, 1)).not.toBeNull();
    expect(await slow.ledger.claim(inTime, 1)).not.toBeNull();
    const text = `update assay.tasks set run_until = now() - interval '1 second' where id = $1`;
    await healthy.database.query({ name: 'test_overdue', text }, [late]);
    const lost = async (): Promise<object[]> =>
      (await lostTasks(healthy.database, null, 10)).map(({ task, reason }) => ({ task, reason }));
    // by the next heartbeat
    await eventually(async () => (await lost()).length > 0);
    expect(await lost()).toEqual([{ task: late, reason: 'overdue' }]);
    await slow.process.stop();
    const gone = await lost();
    expect(gone).toHaveLength(2);
    expect(gone).toEqual(
      expect.arrayContaining([
        { task: late, reason: 'overdue' },
        { task: inTime, reason: 'silent' },
      ]),
    );
  });

  it('takes tasks back from a process that fell silent, and publishes what was left unpublished', async () => {
    const [silent, healthy] = [await fixture.join('silent'), await fixture.join('healthy')];
    const { run, tasks } = await fixture.startRun(healthy, 'generator', 2);
    const claimed = await silent.ledger.claim(tasks[0] as Id, 1);
    expect(claimed).not.toBeNull();
    await silent.process.stop();
    expect((await lostTasks(healthy.database, 5, 10)).map((task) => task.task)).toContain(tasks[0]);
    const done: Id[] = [];
    const runner = healthy.runner(
      { handle: async (context) => (done.push(context.task), { result: null }) },
      { queue: 'generator', concurrency: 2, onError: () => undefined },
    );
    startRunner(healthy, runner);
    const reconciler = healthy.reconciler();
    reconciler.start();
    await eventually(async () => (await readStages(healthy.database, run))[0]?.openTasks === 0);
    expect(new Set(done)).toEqual(new Set(tasks));
    await reconciler.stop();
    await runner.drain(1000);
  });

  it('releases what a draining process cannot end in time, without counting the attempt', async () => {
    const work = await fixture.join();
    const runner = work.runner(
      {
        handle: (context) =>
          new Promise((_resolve, reject) => {
            context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
          }),
      },
      { queue: 'story-evaluator', concurrency: 1, onError: () => undefined },
    );
    startRunner(work, runner);
    const { run } = await fixture.startRun(work, 'story-evaluator', 1);
    await eventually(async () => (await readStages(work.database, run))[0]?.tasks[0]?.status === 'RUNNING');
    await runner.drain(100);
    const [row] = await readStages(work.database, run);
    expect(row?.tasks[0]).toMatchObject({ status: 'READY', attempts: 0 });
  });
});

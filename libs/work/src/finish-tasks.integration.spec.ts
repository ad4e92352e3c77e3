import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { finishStatements, finishTasks, readStages, type FinishItem, type StepRow } from '@assay/persistence';
import { partialEvent } from './testing/partial-event.js';
import { openWorkFixture, type StartedRun, type WorkFixture } from './testing/work-fixture.js';
import type { TaskRuntime } from './task-runtime.js';

const failure = { code: 'MODEL_UNREACHABLE', message: 'no route' };

function stepOf(ordinal: number, more: Partial<StepRow> = {}): StepRow {
  const body = {
    requestHash: `${ordinal}`,
    request: { at: ordinal },
    answer: { is: ordinal },
    raw: Buffer.from('raw'),
  };
  return {
    id: newId(),
    ordinal,
    kind: 'model',
    status: 'answered',
    inputTokens: 10,
    outputTokens: 5,
    ...body,
    ...more,
  };
}

describe('the end of a group of tasks', () => {
  let fixture: WorkFixture;
  let work: TaskRuntime;
  beforeAll(async () => {
    fixture = await openWorkFixture();
    work = await fixture.join();
  });
  afterAll(() => fixture.close());

  const sql = <Row extends object>(text: string, parameters: unknown[]): Promise<Row[]> =>
    work.database.query<Row>({ name: '', text }, parameters);

  async function claimedRun(
    count: number,
    options?: Parameters<WorkFixture['startRun']>[3],
  ): Promise<StartedRun & { items: FinishItem[] }> {
    const started = await fixture.startRun(work, 'test-reducer', count, options);
    const { run, stage, tasks } = started;
    const claims = await Promise.all(tasks.map((task) => work.ledger.claim(task, 1)));
    const items = tasks.map((task, at): FinishItem => ({ task, claim: claims[at]?.claim as Id, run, stage }));
    return { ...started, items };
  }

  const stepsOf = (run: Id): Promise<{ ordinal: number; superseded: boolean }[]> =>
    sql('select ordinal, superseded from assay.steps where run_id = $1 order by created_at, ordinal', [run]);
  const eventsOf = async (run: Id): Promise<string[]> =>
    (await sql<{ type: string }>('select type from assay.events where run_id = $1 order by sequence', [run])).map(
      ({ type }) => type,
    );
  const runOf = async (run: Id): Promise<object | undefined> =>
    (await sql('select advance_wanted, last_event, revision from assay.runs where id = $1', [run]))[0];

  it('records a late answer of a cancelled task, with its event, and nothing else of it', async () => {
    const { run, stage, items } = await claimedRun(2);
    const [item] = items as [FinishItem];
    await sql(`update assay.tasks set status = 'CANCELLED', finished_at = now() where id = $1`, [item.task]);
    await sql('update assay.stages set open_tasks = open_tasks - 1 where id = $1', [stage]);
    const before = await runOf(run);
    const events = [partialEvent('call-answered'), partialEvent('candidate-generated')];
    const end: FinishItem = { ...item, steps: [stepOf(1)], events, finish: { status: 'DONE', result: {} } };
    for (let time = 0; time < 2; time += 1) {
      expect(await finishTasks(work.database, [end])).toMatchObject([{ accepted: false, late: true, advance: false }]);
    }
    expect(await stepsOf(run)).toEqual([{ ordinal: 1, superseded: false }]);
    expect(await eventsOf(run)).toEqual(['question-accepted', 'call-answered']);
    expect(await runOf(run)).toEqual({ ...before, last_event: 2 });
    const [row] = await readStages(work.database, run);
    expect([row?.openTasks, row?.tasks[0]?.status, row?.tasks[0]?.result]).toEqual([1, 'CANCELLED', null]);
  });

  it('supersedes recorded steps from an ordinal on, and not the steps that it adds', async () => {
    const { run, items } = await claimedRun(1);
    const [item] = items as [FinishItem];
    await finishTasks(work.database, [{ ...item, steps: [stepOf(1), stepOf(2), stepOf(3)] }]);
    await finishTasks(work.database, [{ ...item, supersedeFrom: 2, steps: [stepOf(2)] }]);
    expect(await stepsOf(run)).toEqual([
      { ordinal: 1, superseded: false },
      { ordinal: 2, superseded: true },
      { ordinal: 3, superseded: true },
      { ordinal: 2, superseded: false },
    ]);
  });

  it('takes the lowest ordinal of a group for the original of a key, and no task of another stage', async () => {
    const [first, second] = [await claimedRun(3), await claimedRun(1)];
    const end = (item: FinishItem | undefined): FinishItem =>
      ({ ...item, finish: { status: 'DONE', result: {}, key: 'same' } }) as FinishItem;
    await finishTasks(work.database, [end(first.items[2]), end(second.items[0]), end(first.items[1])]);
    await finishTasks(work.database, [end(first.items[0])]);
    const duplicates = async ({ run }: StartedRun): Promise<unknown[]> =>
      (await readStages(work.database, run)).flatMap(({ tasks }) => tasks.map(({ duplicateOf }) => duplicateOf));
    const original = first.tasks[1];
    expect(await duplicates(first)).toEqual([original, null, original]);
    expect(await duplicates(second)).toEqual([null]);
  });

  it('counts tokens and cost of a step for its workspace once, however often the step is sent', async () => {
    const workspace = await fixture.createWorkspace();
    const { run, items } = await claimedRun(1);
    await sql('update assay.runs set workspace_id = $2 where id = $1', [run, workspace]);
    const [item] = items as [FinishItem];
    const steps = [stepOf(1, { costUsd: 0.25 }), stepOf(2, { kind: 'database' })];
    for (let time = 0; time < 2; time += 1) await finishTasks(work.database, [{ ...item, steps }]);
    const text = `select sum(tokens)::integer as tokens, sum(cost_usd) as cost, sum(questions)::integer as questions
                  from assay.workspace_days where workspace_id = $1`;
    expect(await sql(text, [workspace])).toEqual([{ tokens: 15, cost: 0.25, questions: 0 }]);
  });

  it('makes a task without attempts left DEAD, and gives one back whose attempt does not count', async () => {
    const { run, items } = await claimedRun(2, { maxAttempts: 1 });
    const back = { status: 'READY', error: failure, delayMs: 60_000 } as const;
    const [dead, released] = items as [FinishItem, FinishItem];
    expect(
      await finishTasks(work.database, [
        { ...dead, finish: back },
        { ...released, finish: { ...back, uncounted: true } },
      ]),
    ).toMatchObject([
      { accepted: true, status: 'DEAD', delivery: 1, advance: false },
      { accepted: true, status: 'READY', delivery: 2, advance: false },
    ]);
    const [row] = await readStages(work.database, run);
    expect(row).toMatchObject({ openTasks: 1, tasks: [{ attempts: 1, error: failure }, { attempts: 0 }] });
    const due = `select ready_at > now() + interval '30 seconds' as later from assay.tasks where id = $1`;
    expect(await sql(due, [released.task])).toEqual([{ later: true }]);
  });

  it('writes nothing for a run that has ended at its deadline, and everything for another of the group', async () => {
    const [over, open] = [await claimedRun(1), await claimedRun(1)];
    await sql(`update assay.runs set status = 'ERROR', finished_at = now() where id = $1`, [over.run]);
    const end = (item: FinishItem | undefined): FinishItem =>
      ({
        ...item,
        steps: [stepOf(1)],
        events: [partialEvent('call-answered')],
        finish: { status: 'DONE' },
      }) as FinishItem;
    const before = await runOf(over.run);
    expect(await finishTasks(work.database, [end(over.items[0]), end(open.items[0])])).toMatchObject([
      { accepted: false, advance: false },
      { accepted: true, advance: true },
    ]);
    expect([await stepsOf(over.run), await runOf(over.run)]).toEqual([[], before]);
    expect(await eventsOf(open.run)).toEqual(['question-accepted', 'call-answered']);
  });

  it('ends a task once where one group has two ends for it', async () => {
    const { run, items } = await claimedRun(2);
    const [item] = items as [FinishItem];
    const done: FinishItem = { ...item, finish: { status: 'DONE', result: 'first' } };
    const released: FinishItem = { ...item, finish: { status: 'READY', error: failure, delayMs: 0 } };
    expect(await finishTasks(work.database, [done, released])).toMatchObject([{ accepted: true }, { accepted: false }]);
    const [row] = await readStages(work.database, run);
    expect(row).toMatchObject({ openTasks: 1, tasks: [{ status: 'DONE', result: 'first' }, { status: 'RUNNING' }] });
  });

  it('ends a request of a run without touching the run', async () => {
    const { run } = await claimedRun(1);
    const { workspace } = fixture;
    const limits = { priority: 0, maxAttempts: 5, runSeconds: 300 };
    const request = { id: newId(), run, workspace, queue: 'sql-selector', ...limits, payload: {}, key: null } as const;
    const { task } = await work.ledger.request(request);
    const claim = (await work.ledger.claim(task, 1))?.claim as Id;
    const before = await runOf(run);
    const finish = { status: 'DONE', result: { rows: 1 } } as const;
    expect(await finishTasks(work.database, [{ task, claim, run, stage: null, finish }])).toMatchObject([
      { accepted: true, status: 'DONE', advance: false },
    ]);
    expect(await runOf(run)).toEqual(before);
  });

  it('leaves nothing, and holds no lock, where its process freezes between any two statements', async () => {
    const frozenAfter = async (statements: number): Promise<void> => {
      const { run, items } = await claimedRun(1);
      const [item] = items as [FinishItem];
      const events = [partialEvent('call-answered')];
      const end: FinishItem = {
        ...item,
        steps: [stepOf(1)],
        supersedeFrom: 1,
        events,
        finish: { status: 'DONE', result: {} },
      };
      const [reached, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const frozen = work.database.transaction(async (connection) => {
        const sent = Object.values(finishStatements([end])).slice(0, statements);
        for (const { parameters, ...statement } of sent) await connection.query(statement, parameters);
        reached.resolve();
        await woken.promise;
        await connection.query({ name: '', text: 'select 1' });
      });
      const outcome = expect(frozen).rejects.toMatchObject({ code: 'RECORD_UNAVAILABLE' });
      await reached.promise;
      // waits for the frozen transaction's locks
      expect(await finishTasks(work.database, [end])).toMatchObject([{ accepted: true, advance: true }]);
      woken.resolve();
      await outcome;
      expect(await stepsOf(run)).toEqual([{ ordinal: 1, superseded: false }]);
      expect(await eventsOf(run)).toEqual(['question-accepted', 'call-answered']);
      expect((await readStages(work.database, run))[0]?.openTasks).toBe(0);
    };
    const sample = finishStatements([
      { task: '', claim: '', run: null, stage: null, steps: [stepOf(1)], supersedeFrom: 1 },
    ]);
    const { length } = Object.keys(sample);
    expect(length).toBe(8);
    // two at a time: each holds two connections
    for (let after = 1; after <= length; after += 2) {
      await Promise.all([after, after + 1].filter((each) => each <= length).map(frozenAfter));
    }
  });
});

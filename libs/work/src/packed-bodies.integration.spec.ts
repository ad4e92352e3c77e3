import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Id } from '@assay/contracts';
import { finishTasks, readCall, readCalls, readJournal, readReplayedTask, type StepRow } from '@assay/persistence';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';
import type { TaskRuntime } from './task-runtime.js';

const body = {
  request: { system: 'hash', parts: ['hash', { text: 'How many?' }], tail: '' },
  answer: { content: 'SELECT 1', cachedTokens: 7 },
  raw: Buffer.from('{"choices": [{"message": {"content": "SELECT 1"}}]}'),
};

const step = (ordinal: number): StepRow => ({
  id: newId(),
  ordinal,
  kind: 'model',
  requestHash: `hash ${ordinal}`,
  status: 'answered',
  cachedTokens: 7,
  ...body,
});

describe('the bodies of calls', () => {
  let fixture: WorkFixture;
  let work: TaskRuntime;
  beforeAll(async () => {
    fixture = await openWorkFixture();
    work = await fixture.join();
  });
  afterAll(() => fixture.close());

  const plainSteps = async (run: Id): Promise<number[]> => {
    const text = 'select ordinal from assay.steps where run_id = $1 and request is not null order by ordinal';
    return (await work.database.query<{ ordinal: number }>({ name: '', text }, [run])).map(({ ordinal }) => ordinal);
  };

  it('are packed with the end of their task, and read as they were', async () => {
    const { run, stage, tasks } = await fixture.startRun(work, 'test-reducer', 1);
    const task = tasks[0] as Id;
    const claim = (await work.ledger.claim(task, 1))?.claim as Id;
    const item = { task, claim, run, stage };
    await work.ledger.finish({ ...item, steps: [step(1)] });
    await work.ledger.finish({ ...item, steps: [step(2), step(3)], finish: { status: 'DONE', result: {} } });
    expect(await plainSteps(run)).toEqual([1]);
    const calls = await readCalls(work.database, run);
    expect(calls.map(({ cachedTokens }) => cachedTokens)).toEqual([7, 7, 7]);
    for (const { id } of calls) expect(await readCall(work.database, run, id)).toMatchObject(body);
    expect((await readReplayedTask(work.database, task))?.steps).toMatchObject([body, body, body]);
  });

  it.each([
    ['stay as they are where another process may make the next attempt', false, [1]],
    ['are packed in the midst of a task where no other process is there', true, []],
  ])('%s', async (_, alone, plain) => {
    const { run, stage, tasks } = await fixture.startRun(work, 'test-reducer', 1);
    const task = tasks[0] as Id;
    const claim = (await work.ledger.claim(task, 1))?.claim as Id;
    const error = { code: 'LATER', message: 'Later.' };
    const finish = { status: 'READY', delayMs: 0, error } as const;
    await finishTasks(work.database, [{ task, claim, run, stage, steps: [step(1)], finish }], alone);
    expect(await plainSteps(run)).toEqual(plain);
    expect(await readJournal(work.database, run, task)).toMatchObject([body]);
  });
});

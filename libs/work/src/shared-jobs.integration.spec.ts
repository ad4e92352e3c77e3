import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Id } from '@assay/contracts';
import { readStages } from '@assay/persistence';
import { eventually } from '@assay/testing';
import type { TaskRunner } from './task-runner.js';
import type { TaskRuntime } from './task-runtime.js';
import { startRunner } from './testing/start-runner.js';
import { openWorkFixture, type WorkFixture } from './testing/work-fixture.js';

describe('jobs for several tasks', () => {
  let fixture: WorkFixture;
  beforeAll(async () => {
    fixture = await openWorkFixture();
  });
  afterAll(() => fixture.close());

  /** A process that takes tasks of one queue; the jobs that came to it. */
  async function take(
    concurrency: number,
    handle: (task: Id) => Promise<void>,
  ): Promise<{ runner: TaskRunner; jobs: { mock: { calls: unknown[][] } } }> {
    const work = await fixture.join();
    const handler = { handle: async ({ task }: { task: Id }) => ({ result: await handle(task) }) };
    const runner = work.runner(handler, { queue: 'test-generator', concurrency, onError: () => undefined });
    const jobs = jest.spyOn(runner, 'take');
    startRunner(work, runner);
    // nothing goes past a queue that may be paused
    await eventually(() => work.messaging.pauses.isOpen('test-generator'));
    return { runner, jobs };
  }

  const isOver = async (work: TaskRuntime, run: Id): Promise<boolean> =>
    (await readStages(work.database, run))[0]?.openTasks === 0;

  it('are taken whole by a process that has the slots', async () => {
    const work = await fixture.join();
    const taken: Id[] = [];
    const { runner, jobs } = await take(8, async (task) => void taken.push(task));
    const { run, tasks } = await fixture.startRun(work, 'test-generator', 7);
    await eventually(() => isOver(work, run));
    expect(taken.sort()).toEqual(tasks.sort());
    // those of the queue come with a priority, what is handed over does not
    expect(jobs.mock.calls.filter(({ length }) => length === 2).length).toBe(2);
    await runner.drain(1000);
  });

  it('are passed on where a process lacks slots, each task to one', async () => {
    const work = await fixture.join();
    const taken: string[] = [];
    const all = Promise.withResolvers<undefined>();
    const handle = (name: string) => async (): Promise<void> => {
      taken.push(name);
      if (taken.length === 5) all.resolve(undefined);
      await all.promise;
    };
    const runners = [await take(2, handle('one')), await take(3, handle('other'))];
    const { run } = await fixture.startRun(work, 'test-generator', 5);
    await eventually(() => isOver(work, run));
    expect(taken.sort()).toEqual(['one', 'one', 'other', 'other', 'other']);
    for (const { runner } of runners) await runner.drain(1000);
  });
});

import type { Id } from '@assay/contracts';
import { unrestricted } from '@assay/contracts/requests';
import { PersonQuotas, type TaskHandler, type TaskRuntime } from '@assay/work';
import { openWorkFixture, startRunner } from '@assay/work/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoryIntake } from '../intake/story-intake.js';
import { StoryPipeline } from '../pipeline/story-pipeline.js';
import { StoryReader } from '../record/story-reader.js';

export interface StoryFixture {
  work: TaskRuntime;
  intake: StoryIntake;
  reader: StoryReader;
  errors: unknown[];
  advance(run: Id): Promise<void>;
  workOff(run: Id, handler: TaskHandler<never, never, unknown>): Promise<void>;
  close(): Promise<void>;
}

export const ADMIN = unrestricted('test');

export async function openStoryFixture(): Promise<StoryFixture> {
  const fixture = await openWorkFixture();
  const { errors } = fixture;
  const onError = (error: unknown): void => void errors.push(error);
  const work = await fixture.join('stories-test');
  const pipeline = new StoryPipeline();
  const advance = async (run: Id): Promise<void> => {
    const step = await pipeline.advance(work.database, run);
    const tasks = (step === 'over' ? [] : step.written).flatMap((advance) => advance.tasks);
    await work.publisher.tasks(tasks.map(({ id, queue, priority }) => ({ id, queue, priority, delivery: 1 })));
  };
  return {
    work,
    intake: new StoryIntake(work, () => true, new PersonQuotas(work, { groups: {} })),
    reader: new StoryReader(work),
    errors,
    advance,
    workOff: async (run, handler) => {
      await advance(run);
      const runner = work.runner(handler, { queue: 'story-evaluator', concurrency: 8, onError });
      startRunner(work, runner);
      await waitForEnd(work, run);
      await runner.drain(1000);
      await advance(run);
    },
    close: () => fixture.close(),
  };
}

const openStatement = {
  name: 'test_open_tasks',
  text: 'select count(*)::integer as open from assay.tasks where run_id = $1 and finished_at is null',
};

async function waitForEnd(work: TaskRuntime, run: Id): Promise<void> {
  const end = Date.now() + 20_000;
  for (;;) {
    const [row] = await work.database.query<{ open: number }>(openStatement, [run]);
    if (row?.open === 0) return;
    if (Date.now() > end) throw new Error(`${row?.open} tasks have not ended`);
    await sleep(20);
  }
}

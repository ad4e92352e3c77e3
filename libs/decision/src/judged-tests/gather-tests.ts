import type { Id, Moment, WrittenTest } from '@assay/contracts';
import { roundsOf, type QuestionRun, type StageState } from '../question-run.js';

/** A test as a batch delivered it. */
export interface GatheredTest extends WrittenTest {
  id: Id;
  moment: Moment;
  /** Ordinal of the batch's task, from 1. */
  batch: number;
}

type TestStage = StageState<'precompute-tests'> | StageState<'evaluation-tests'>;

/** The stage kind of each moment. */
const STAGE_OF_MOMENT = {
  precompute: 'precompute-tests',
  evaluation: 'evaluation-tests',
} as const satisfies Record<Moment, TestStage['kind']>;

/** Every test that batches of these moments delivered, in the order moment, batch, position; without unwanted readings. */
export function gatherTests(run: QuestionRun, attempt: number, moments: readonly Moment[]): GatheredTest[] {
  const all = moments.flatMap((moment) =>
    testStages(run, attempt, moment).flatMap((stage) =>
      stage.tasks.flatMap((task) =>
        (task.result?.tests ?? []).map((test) => ({ ...test, moment, batch: task.ordinal })),
      ),
    ),
  );
  return run.settings.readings ? all : all.filter(({ alternatives }) => alternatives === undefined);
}

/** What test generators are told where no reading tests are wanted. */
export function withoutReadings({ settings }: QuestionRun): { readings?: false } {
  return settings.readings ? {} : { readings: false };
}

/** How many batches of these moments delivered, be it an empty list. */
export function deliveredBatches(run: QuestionRun, attempt: number, moments: readonly Moment[]): number {
  return moments
    .flatMap((moment) => testStages(run, attempt, moment))
    .flatMap((stage) => stage.tasks)
    .filter((task) => task.status === 'DONE').length;
}

/** The stages of a moment, in their order. */
export function testStages(run: QuestionRun, attempt: number, moment: Moment): TestStage[] {
  return roundsOf(run, attempt, STAGE_OF_MOMENT[moment]);
}

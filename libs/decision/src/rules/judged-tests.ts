import { MOMENTS, type TestReducerResult } from '@assay/contracts/plain';
import type { Command } from '../command.js';
import { deliveredBatches, gatherTests, testStages } from '../judged-tests/gather-tests.js';
import { distinctTests, planJudgedTests } from '../judged-tests/plan-judged-tests.js';
import { coversEveryTestOnce, reductionPays } from '../judged-tests/reduce-tests.js';
import { MINIMUM_TEST_BATCHES } from '../minimum-successes.js';
import type { StageState } from '../question-run.js';
import { askForTestsAgain, startSecondMoment } from './ask-for-tests.js';
import { escalateForTooLittle, tooLittle } from './escalate.js';
import { batchesOfSecondMoment, onlyClassFails } from './second-moment.js';
import { stageOf, type Rule, type Situation } from './situation.js';
import { attemptInput, emit, startStage, warn } from './stage-commands.js';
import { commonError, failedByModel } from './task-errors.js';

/** Second moment, whose writers see the candidates. Waits for both moments. */
export const generateEvaluationTests: Rule = (situation) => {
  const { run, attempt } = situation;
  const stage = stageOf(situation, 'evaluation-tests');
  // an added test follows all others
  const mayStart = stage === null && attempt.case === null && attempt.tests?.added === undefined;
  const batches = mayStart ? batchesOfSecondMoment(situation) : 0;
  const isFirstOpen = stageOf(situation, 'precompute-tests')?.status === 'OPEN';
  // its writers extend the first moment's tests
  if (batches > 0 && isFirstOpen && run.settings.verdicts === 'weighed') return [];
  if (batches > 0) return startSecondMoment(situation, batches);
  const isOpen = (['precompute-tests', 'evaluation-tests'] as const).some(
    (kind) => stageOf(situation, kind)?.status === 'OPEN',
  );
  return isOpen ? [] : null;
};

/** All candidates behave alike and fail: tests that see them may be better. */
export const startMissingSecondMoment: Rule = (situation) => {
  const { case: decided, tests } = situation.attempt;
  // a test added by a judge has seen the candidates
  const isMissing = stageOf(situation, 'evaluation-tests') === null && decided === null && tests?.added === undefined;
  return isMissing && onlyClassFails(situation) ? startSecondMoment(situation, 1) : null;
};

/** Tests of both moments: deduplicated, reduced if it pays, numbered; again after a later moment. */
export const reduceTests: Rule = (situation) => {
  const { run, attempt } = situation;
  if (attempt.tests?.before === gatherTests(run, attempt.ordinal, MOMENTS).length) return null;
  const batches = deliveredBatches(run, attempt.ordinal, MOMENTS);
  if (batches < MINIMUM_TEST_BATCHES) {
    const tasks = testTasks(situation);
    const again = tasks.some(failedByModel) ? askForTestsAgain(situation) : null;
    return again ?? tooLittle(situation, tasks, commonError(tasks), true);
  }
  const tests = distinctTests(gatherTests(run, attempt.ordinal, MOMENTS));
  // reading tests fail no candidate
  if (tests.every(({ alternatives }) => alternatives !== undefined)) {
    const message = 'No test was left to judge the SQLs by.';
    return askForTestsAgain(situation) ?? escalateForTooLittle(situation, { code: 'NO_TESTS', message }, true);
  }
  // judged tests keep their numbers: later ones are appended
  const isFirst = attempt.tests === null;
  const stage = isFirst ? stageOf(situation, 'reduce-tests') : null;
  if (stage?.status === 'OPEN') return [];
  if (isFirst && stage === null && reductionPays(run.settings, batches, tests.length)) {
    return startStage(situation, 'reduce-tests', { ...attemptInput(situation), tests }, [{}]);
  }
  return decideTests(situation, stage, tests.length);
};

function decideTests(situation: Situation, stage: StageState<'reduce-tests'> | null, distinct: number): Command[] {
  const { run, attempt } = situation;
  const result = stage?.tasks.find((task) => task.status === 'DONE')?.result ?? null;
  const groups = result?.groups ?? groupsBefore(situation, distinct);
  const tests = planJudgedTests(gatherTests(run, attempt.ordinal, MOMENTS), groups);
  return [
    { type: 'decide', attempt: attempt.ordinal, decision: { tests } },
    ...missingMoments(situation),
    ...(stage === null ? [] : reductionWarnings(stage, result, distinct)),
    emit({ type: 'tests-reduced', before: tests.before, after: tests.numbered.length }),
  ];
}

/** Earlier groups of the attempt, with later tests alone; null if not reduced. */
function groupsBefore(situation: Situation, distinct: number): TestReducerResult['groups'] {
  const reduced = stageOf(situation, 'reduce-tests')?.tasks.find((task) => task.status === 'DONE')?.result?.groups;
  if (!reduced) return null;
  const known = reduced.reduce((sum, { duplicates }) => sum + 1 + duplicates.length, 0);
  const later = Array.from({ length: Math.max(0, distinct - known) }, (_, index) => known + 1 + index);
  return [...reduced, ...later.map((keep) => ({ keep, duplicates: [] }))];
}

function missingMoments({ run, attempt }: Situation): Command[] {
  const asked = MOMENTS.filter((moment) => testStages(run, attempt.ordinal, moment).length > 0);
  return asked
    .filter((moment) => deliveredBatches(run, attempt.ordinal, [moment]) === 0)
    .map((moment) =>
      warn('TESTS_MISSING', `The ${moment} moment delivered no tests; the SQLs are judged by the other moment's.`),
    );
}

function reductionWarnings(
  stage: StageState<'reduce-tests'>,
  result: TestReducerResult | null,
  distinct: number,
): Command[] {
  if (result === null) {
    const { message } = commonError(stage.tasks);
    return [warn('REDUCER_UNAVAILABLE', `The tests were not reduced: ${message}`)];
  }
  if (result.groups !== null && coversEveryTestOnce(result.groups, distinct)) return [];
  return [
    warn(
      'REDUCTION_NOT_USABLE',
      "The tests were not reduced: TestReducer's groups did not cover each test exactly once.",
    ),
  ];
}

function testTasks(situation: Situation): StageState['tasks'] {
  return [
    ...(stageOf(situation, 'evaluation-tests')?.tasks ?? []),
    ...(stageOf(situation, 'precompute-tests')?.tasks ?? []),
  ];
}

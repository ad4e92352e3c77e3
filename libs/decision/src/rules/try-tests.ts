import { judgedViews } from '../behaviour/representatives.js';
import type { Command } from '../command.js';
import { contestedTests } from '../judged-tests/contested-tests.js';
import { asNumbered, judgedTests, requirementsOf } from '../judged-tests/tried-tests.js';
import { MINIMUM_SUCCESSES } from '../minimum-successes.js';
import { roundsOf } from '../question-run.js';
import { askForTestsAgain } from './ask-for-tests.js';
import { escalateForTooLittle } from './escalate.js';
import { stageOf, successes, type Rule, type Situation } from './situation.js';
import { attemptInput, startStage, warn } from './stage-commands.js';
import { commonError } from './task-errors.js';

/**
 * Tries contested requirements before the first decision, in one supervisor call: demanded, reading, or mistaken. Not
 * with final verdicts.
 */
export const tryTests: Rule = (situation) => {
  const { run, attempt } = situation;
  if (attempt.case !== null || run.settings.verdicts === 'final') return null;
  const judged = stageOf(situation, 'evaluate');
  if (judged?.status !== 'CLOSED' || successes(judged) < MINIMUM_SUCCESSES.evaluate) return null;
  const stage = stageOf(situation, 'trial');
  if (stage === null) return startTrial(situation);
  if (stage.status === 'OPEN') return [];
  if (requirementsOf(run, attempt.ordinal).length > 0) return null;
  const error = { code: 'NO_TESTS', message: 'No test is left that any SQL must pass.' };
  return askForTestsAgain(situation) ?? escalateForTooLittle(situation, error, true);
};

function startTrial(situation: Situation): Command[] | null {
  const { run, attempt } = situation;
  const contested = contestedTests(run, attempt.ordinal);
  if (contested.length === 0) return null;
  const candidates = judgedViews(run, attempt.ordinal);
  const input = { ...attemptInput(situation), tests: judgedTests(run, attempt.ordinal).map(asNumbered), candidates };
  return startStage(situation, 'trial', input, [{ contested }]);
}

export function trialWarnings(situation: Situation): Command[] {
  const { run, attempt } = situation;
  const failed = roundsOf(run, attempt.ordinal, 'trial').filter((stage) => successes(stage) === 0);
  return failed.map(({ tasks }) =>
    warn('TRIAL_UNAVAILABLE', `Contested tests were not tried: ${commonError(tasks).message}`),
  );
}

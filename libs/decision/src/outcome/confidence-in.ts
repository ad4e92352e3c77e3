import type { Id } from '@assay/contracts';
import { attemptOdds } from '../odds/attempt-odds.js';
import type { AttemptState, QuestionRun } from '../question-run.js';
import { confidenceOf } from './confidence.js';
import { confidenceSignals } from './confidence-signals.js';

/**
 * How sure to be of this winner, 0–1: the odds of its class where verdicts are weighed, else what votes, verdicts and
 * comparisons say by `confidenceOf`. An unjudged winner (bypass) has the vote alone behind it.
 */
export function confidenceIn(run: QuestionRun, attempt: AttemptState, winner: Id): number {
  const own = attemptOdds(run, attempt).find(({ finalist }) => finalist.candidate === winner);
  return run.settings.verdicts === 'final' || own === undefined
    ? confidenceOf(confidenceSignals(run, attempt, winner))
    : Math.round(own.probability * 1000) / 1000;
}

import { candidatesOf } from '../candidates.js';
import type { RunOdds } from '../odds/run-odds.js';
import { currentAttempt, type QuestionRun } from '../question-run.js';
import type { OutcomeFacts } from './decide-outcome.js';
import { areRefused } from './refusals.js';

export interface EndingFacts {
  isLimited?: boolean;
  /** The last attempt had no tests: its classes are untested at best. */
  isUntested?: boolean;
}

export function outcomeFacts(
  run: QuestionRun,
  odds: RunOdds,
  { isLimited = false, isUntested = false }: EndingFacts = {},
): OutcomeFacts {
  const last = currentAttempt(run);
  return {
    endedBy: null,
    isRefused: areRefused(run.attempts.flatMap(({ ordinal }) => candidatesOf(run, ordinal))),
    classes: odds.classes.map(({ attempt, isJudged, passes, hasPassed, breaksDefinition, probability }) => {
      const untested = isUntested && !isJudged && attempt === last;
      return {
        probability,
        passes,
        hasPassed,
        isBarred: breaksDefinition || !(isJudged || untested),
        isUntested: untested,
      };
    }),
    none: odds.none,
    isLimited,
  };
}

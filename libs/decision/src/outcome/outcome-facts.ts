import { candidatesOf } from '../candidates.js';
import type { RunOdds } from '../odds/run-odds.js';
import { currentAttempt, type QuestionRun } from '../question-run.js';
import type { OutcomeFacts } from './decide-outcome.js';
import { areRefused, refusalsAmong } from './refusals.js';

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
    isRefused: isRefused(run),
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

/** Whether all generators of all levels, or all but one, refused. */
export function isRefused(run: QuestionRun): boolean {
  const answered = run.attempts.flatMap(({ ordinal }) => candidatesOf(run, ordinal));
  const refusals = refusalsAmong(answered);
  const usable = answered.filter((candidate) => candidate.notInForm !== true || refusals.includes(candidate));
  return areRefused(refusals.length, usable.length);
}

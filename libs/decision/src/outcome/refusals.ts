import type { Candidate } from '../candidates.js';

/** Candidates that must answer in prose for prose to be a refusal: one alone may be a slip of the model. */
const FEWEST_IN_PROSE = 2;

/** The candidates whose models say that the question cannot be answered. */
export function refusalsAmong(candidates: readonly Candidate[]): Candidate[] {
  const refusing = candidates.filter(({ refusal, valid }) => refusal !== undefined && !valid);
  const inProse = refusing.filter(({ notInForm }) => notInForm === true);
  return inProse.length >= FEWEST_IN_PROSE ? refusing : refusing.filter(({ notInForm }) => notInForm !== true);
}

/**
 * Whether so many refusals say that the question cannot be answered: all candidates that answered refused, or all but
 * one of at least three.
 */
export function areRefused(refusals: number, answered: number): boolean {
  return refusals > 0 && (refusals === answered || (refusals >= 2 && refusals === answered - 1));
}

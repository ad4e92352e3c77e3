import type { Candidate } from '../candidates.js';

/** Fewest answers in prose that count as a refusal: one may be a slip. */
const FEWEST_IN_PROSE = 2;

export function refusalsAmong(candidates: readonly Candidate[]): Candidate[] {
  const refusing = candidates.filter(({ refusal, valid }) => refusal !== undefined && !valid);
  const inProse = refusing.filter(({ notInForm }) => notInForm === true);
  return inProse.length >= FEWEST_IN_PROSE ? refusing : refusing.filter(({ notInForm }) => notInForm !== true);
}

/** Whether all answered candidates refused, or all but one of at least three. */
export function areRefused(refusals: number, answered: number): boolean {
  return refusals > 0 && (refusals === answered || (refusals >= 2 && refusals === answered - 1));
}

import type { Candidate } from '../candidates.js';

/** Fewest answers in prose that count as a refusal: one may be a slip. */
const FEWEST_IN_PROSE = 2;

export function refusalsAmong(candidates: readonly Candidate[]): Candidate[] {
  const refusing = candidates.filter(({ refusal, valid }) => refusal !== undefined && !valid);
  const inProse = refusing.filter(({ notInForm }) => notInForm === true);
  return inProse.length >= FEWEST_IN_PROSE ? refusing : refusing.filter(({ notInForm }) => notInForm !== true);
}

/** All that answered refused, or all but one of at least three. */
export function areRefused(candidates: readonly Candidate[]): boolean {
  const refusals = refusalsAmong(candidates);
  const usable = candidates.filter((candidate) => candidate.notInForm !== true || refusals.includes(candidate));
  const others = usable.length - refusals.length;
  return refusals.length > 0 && (others === 0 || (others === 1 && refusals.length >= 2));
}

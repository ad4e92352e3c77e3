import type { Candidate } from '../candidates.js';

/** Whether the model says that the question cannot be answered. */
export function isRefusal({ refusal, valid }: Pick<Candidate, 'refusal' | 'valid'>): boolean {
  return refusal !== undefined && !valid;
}

/**
 * Whether so many refusals say that the question cannot be answered: all candidates that answered refused, or all but
 * one of at least three.
 */
export function areRefused(refusals: number, answered: number): boolean {
  return refusals > 0 && (refusals === answered || (refusals >= 2 && refusals === answered - 1));
}

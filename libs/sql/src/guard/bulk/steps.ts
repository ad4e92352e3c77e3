import { GuardRefused } from '../guard-refused.js';

/** The longest statement of the fixtures takes 5,000. */
export const MOST_STEPS = 1_000_000;

let taken = 0;

/** Of the last check, which is synchronous. */
export const stepsTaken = (): number => taken;

export function startSteps(): void {
  taken = 0;
}

/** Counts work that a statement's author can multiply. */
export function step(count = 1): void {
  taken += count;
  if (taken > MOST_STEPS) {
    throw new GuardRefused('too-complex', 'The statement takes too long to judge; simplify it.');
  }
}

import type { Odds } from '../odds/odds.js';

/** A class with less than this part of the leader's odds would not win by a comparison. */
const OPEN_PART = 0.02;

/** Places of the classes that the odds leave open: the likeliest, and all that are at least a fiftieth as likely. */
export function openClasses({ classes }: Pick<Odds, 'classes'>): number[] {
  const best = Math.max(0, ...classes);
  return classes.flatMap((probability, index) => (probability > 0 && probability >= OPEN_PART * best ? [index] : []));
}

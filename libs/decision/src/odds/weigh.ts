import type { Odds } from './odds.js';

/** What may be answered with a class, as far as the verdicts go. */
export interface WeighedClass {
  /** It passes every requirement. */
  passes: boolean;
  /** It computes a metric otherwise than defined: votes do not outweigh that. */
  breaksDefinition?: boolean;
  /** Its pass rate reaches the threshold for SILVER. */
  reachesThreshold: boolean;
}

/**
 * What the odds make of the verdicts. `index` is the class's place.
 *
 * - GOLD: the class passes every requirement, and nothing is overruled.
 * - SILVER: `overrules` where it answers in spite of its FAILs.
 * - `null`: nothing may be answered; `mostLikely` is the class of best odds all the same (null without classes).
 */
export type WeighedDecision =
  | { status: 'GOLD'; index: number; probability: number }
  | { status: 'SILVER'; index: number; probability: number; overrules: boolean }
  | { status: null; mostLikely: { index: number; probability: number } | null };

/** A class that is more likely right than not carries its FAILs, and only such a PASS is beyond doubt. */
export const CARRIED = 0.5;

/**
 * Weighs verdicts by odds.
 *
 * A class that is more likely right than not answers: GOLD where it passes every requirement, SILVER where it answers in
 * spite of a FAIL (but not of one by a metric's definition), or nothing where SILVER is not allowed. Where the odds carry no class, FAILs stand: what passes every
 * requirement is GOLD, or, where SILVER is allowed, the best of what passes or reaches the threshold is SILVER.
 */
export function weigh(
  classes: readonly WeighedClass[],
  odds: Pick<Odds, 'classes'>,
  { allowSilver }: { allowSilver: boolean },
): WeighedDecision {
  const ranked = classes
    .map((own, index) => ({ ...own, index, probability: odds.classes[index] ?? 0 }))
    .sort((left, right) => right.probability - left.probability || left.index - right.index);
  const [best] = ranked;
  if (best === undefined) return { status: null, mostLikely: null };
  const carried = best.probability > CARRIED;
  if (carried && best.passes) return gold(best);
  if (carried && !best.breaksDefinition) return allowSilver ? silver(best) : none(best);
  const passer = ranked.find(({ passes }) => passes);
  if (passer !== undefined && !allowSilver) return gold(passer);
  const eligible = ranked.find(({ passes, reachesThreshold }) => passes || reachesThreshold);
  return passer !== undefined && eligible !== undefined ? silver(eligible) : none(best);
}

interface Ranked extends WeighedClass {
  index: number;
  probability: number;
}

function gold({ index, probability }: Ranked): WeighedDecision {
  return { status: 'GOLD', index, probability };
}

function silver({ index, probability, passes }: Ranked): WeighedDecision {
  return { status: 'SILVER', index, probability, overrules: !passes && probability > CARRIED };
}

function none({ index, probability }: Ranked): WeighedDecision {
  return { status: null, mostLikely: { index, probability } };
}

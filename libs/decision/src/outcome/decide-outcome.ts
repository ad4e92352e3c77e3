import type { FailureReason, Settings, Silver } from '@assay/contracts';

export interface OutcomeClass {
  /** 0–1. */
  probability: number;
  /** It passes all requirements of its last judgement. */
  passes: boolean;
  /** It passes all requirements of some level. */
  hasPassed: boolean;
  /** May not answer: contradicts a metric's definition, or stayed undecided. */
  isBarred: boolean;
  /** There was no test. */
  isUntested: boolean;
}

export interface OutcomeFacts {
  /** End from outside, before any class was judged. Null in the product, which ends without the table. */
  endedBy: 'cancel' | 'infrastructure' | null;
  isRefused: boolean;
  classes: readonly OutcomeClass[];
  /** Probability that no class is right. */
  none: number;
  /** A limit (deadline, calls, tokens, cost) ended the search. */
  isLimited: boolean;
}

export type OutcomeSettings = Pick<Settings, 'allowSilver' | 'goldConfidence' | 'silverConfidence'>;

/** The row of the decision table; `index` is the answering class. */
export type Outcome =
  | { row: 1; status: 'CANCELLED' | 'ERROR' }
  | { row: 2; status: 'FAILED'; kind: 'refused' }
  | { row: 3; status: 'GOLD'; index: number }
  | { row: 4; status: 'SILVER'; index: number; why: Silver['why'] }
  | { row: 5; status: 'SILVER'; index: number; why: Silver['why'] }
  | { row: 5; status: 'GOLD'; index: number }
  | { row: 6; status: 'FAILED'; kind: FailureReason['kind'] };

/** A failing class beats a passing one at this multiple of its probability. */
const OUTWEIGHS = 2;

/**
 * The decision table for weighed verdicts: exactly one row applies. If a class that may answer passes every
 * requirement, the outcome is never FAILED; a higher threshold never raises the status.
 */
export function decideOutcome(facts: OutcomeFacts, settings: OutcomeSettings): Outcome {
  const { endedBy, isRefused } = facts;
  if (endedBy !== null) return { row: 1, status: endedBy === 'cancel' ? 'CANCELLED' : 'ERROR' };
  const ranked = rankedClasses(facts);
  const passing = ranked.find(({ passes }) => passes);
  if (isRefused && passing === undefined) return { row: 2, status: 'FAILED', kind: 'refused' };
  if (passing !== undefined && passing.probability >= settings.goldConfidence) {
    return { row: 3, status: 'GOLD', index: passing.index };
  }
  return silver(ranked, facts, settings) ?? passed(ranked, facts, settings) ?? failed(ranked, facts, settings);
}

type Ranked = OutcomeClass & { index: number };

function rankedClasses({ classes }: OutcomeFacts): Ranked[] {
  return classes
    .map((own, index) => ({ ...own, index }))
    .filter(({ isBarred }) => !isBarred)
    .sort((left, right) => right.probability - left.probability || left.index - right.index);
}

/** Row 4: the likeliest class, or a passing one that it does not outweigh. */
function silver(
  ranked: readonly Ranked[],
  { none, isLimited }: OutcomeFacts,
  { allowSilver, silverConfidence }: OutcomeSettings,
): Outcome | null {
  const [best] = ranked;
  if (!allowSilver || best === undefined) return null;
  if (best.probability < silverConfidence || best.probability < none) return null;
  const passing = ranked.find(({ passes }) => passes) ?? ranked.find(({ hasPassed }) => hasPassed);
  const isPreferred = passing !== undefined && best.probability <= OUTWEIGHS * passing.probability;
  const chosen = isPreferred ? passing : best;
  return { row: 4, status: 'SILVER', index: chosen.index, why: whySilver(chosen, isLimited) };
}

/** Row 5: a passing class is returned, however unlikely. */
function passed(
  ranked: readonly Ranked[],
  { isLimited }: OutcomeFacts,
  { allowSilver }: OutcomeSettings,
): Outcome | null {
  const passing = ranked.find(({ passes }) => passes);
  if (!allowSilver) return passing === undefined ? null : { row: 5, status: 'GOLD', index: passing.index };
  const chosen = passing ?? ranked.find(({ hasPassed }) => hasPassed);
  return chosen === undefined
    ? null
    : { row: 5, status: 'SILVER', index: chosen.index, why: whySilver(chosen, isLimited) };
}

function whySilver({ passes, isUntested }: OutcomeClass, isLimited: boolean): Silver['why'] {
  if (isUntested) return 'untested';
  if (!passes) return 'failed-tests';
  return isLimited ? 'limit' : 'other-reading';
}

function failed(
  ranked: readonly Ranked[],
  { classes, none }: OutcomeFacts,
  { silverConfidence }: OutcomeSettings,
): Outcome {
  if (classes.length === 0) return { row: 6, status: 'FAILED', kind: 'no-candidate' };
  const best = ranked[0]?.probability ?? 0;
  const isLikely = best >= silverConfidence && best >= none && ranked[0]?.isUntested !== true;
  return { row: 6, status: 'FAILED', kind: isLikely ? 'tests' : 'none-likely' };
}

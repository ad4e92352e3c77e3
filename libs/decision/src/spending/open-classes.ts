import type { Odds, OddsWeights, Reliabilities } from '../odds/odds.js';
import { ODDS_WEIGHTS } from '../odds/odds.js';
import { observationWeight } from '../odds/reliability.js';

/** A class with less than this part of the leader's odds is not compared, however good the selector is. */
const LEAST_PART = 0.02;

/**
 * Places of the classes that comparisons can still make the likeliest: the likeliest, and all that would be likelier than
 * it if they won every comparison among these classes and it lost every one, by what the selector's word weighs.
 */
export function openClasses(
  { classes }: Pick<Odds, 'classes'>,
  { selector }: Pick<Reliabilities, 'selector'>,
  { comparison }: Pick<OddsWeights, 'comparison'> = ODDS_WEIGHTS,
): number[] {
  const ranked = classes
    .map((probability, index) => ({ probability, index }))
    .sort((left, right) => right.probability - left.probability || left.index - right.index);
  const best = ranked[0]?.probability ?? 0;
  const reach = comparison * observationWeight(selector);
  // the more are compared, the further the last of them may rise
  const open = ranked.findLastIndex(
    ({ probability }, place) =>
      probability > 0 && probability >= best * Math.max(LEAST_PART, Math.exp(-reach * Math.max(1, place))),
  );
  return ranked
    .slice(0, open + 1)
    .map(({ index }) => index)
    .sort((left, right) => left - right);
}

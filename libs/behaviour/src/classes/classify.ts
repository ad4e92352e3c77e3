import { sameInSomeColumnOrder } from '../results/same-columns.js';
import type { ObservedText } from './observation.js';

const LEAST_COMMON = 8;

export interface ClassifyOptions {
  /** The question, or most candidates, order rows. */
  ordered: boolean;
  /**
   * Ordinals that may distinguish texts. Two texts are compared on them only if they share `LEAST_COMMON` observations,
   * or all of fewer.
   */
  instances: readonly number[];
}

/** The first is the representative. */
export interface BehaviourClass<Text extends ObservedText = ObservedText> {
  texts: Text[];
  votes: number;
}

/** Each is compared with representatives only, because equality with gaps is not transitive. */
export function classify<Text extends ObservedText>(
  texts: readonly Text[],
  options: ClassifyOptions,
): BehaviourClass<Text>[] {
  const classes: BehaviourClass<Text>[] = [];
  for (const text of inFixedOrder(texts)) {
    const own = classes.find(({ texts: [representative] }) => {
      return representative !== undefined && sameBehaviour(representative, text, options);
    });
    if (own === undefined) classes.push({ texts: [text], votes: text.votes });
    else {
      own.texts.push(text);
      own.votes += text.votes;
    }
  }
  return classes.sort((left, right) => right.votes - left.votes);
}

/** Unstable texts come last and join stable classes. */
function inFixedOrder<Text extends ObservedText>(texts: readonly Text[]): Text[] {
  const instability = new Map(
    texts.map((text) => [text, [...text.observations.values()].filter(({ isUnstable }) => isUnstable).length]),
  );
  const seen = (text: Text): number => text.observations.size;
  return [...texts].sort(
    (left, right) =>
      Number((instability.get(left) ?? 0) > 0) - Number((instability.get(right) ?? 0) > 0) ||
      seen(right) - seen(left) ||
      right.votes - left.votes ||
      (instability.get(left) ?? 0) - (instability.get(right) ?? 0) ||
      (left.id < right.id ? -1 : 1),
  );
}

export function sameBehaviour(one: ObservedText, other: ObservedText, options: ClassifyOptions): boolean {
  if (one.target === null || other.target === null) {
    if (one.target !== other.target) return false;
  } else if (!sameInSomeColumnOrder([{ one: one.target, other: other.target, ordered: false }])) return false;
  const common = options.instances.flatMap((instance) => {
    const [mine, theirs] = [one.observations.get(instance), other.observations.get(instance)];
    return mine === undefined || theirs === undefined ? [] : [{ mine, theirs }];
  });
  if (common.length < Math.min(LEAST_COMMON, options.instances.length)) return true;
  const steady = common.filter(({ mine, theirs }) => !mine.isUnstable && !theirs.isUnstable);
  const pairs = steady.map(({ mine, theirs }) => ({
    one: mine.answer,
    other: theirs.answer,
    ordered: options.ordered && !mine.isUnordered && !theirs.isUnordered,
  }));
  const { target } = one;
  if (target !== null && other.target !== null) pairs.push({ one: target, other: other.target, ordered: false });
  return sameInSomeColumnOrder(pairs);
}

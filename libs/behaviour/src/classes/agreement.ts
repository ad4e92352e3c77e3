import { sameInSomeColumnOrder } from '../results/same-columns.js';
import type { ObservedText } from './observation.js';

/** The share of the instances that both were observed on, on which two texts agree; 0–1, null where there are none. */
export function agreement(one: ObservedText, other: ObservedText): number | null {
  let [common, alike] = [0, 0];
  for (const [instance, mine] of one.observations) {
    const theirs = other.observations.get(instance);
    if (theirs === undefined) continue;
    common += 1;
    const isUnstable = mine.isUnstable || theirs.isUnstable;
    const isSame = sameInSomeColumnOrder([{ one: mine.answer, other: theirs.answer, ordered: false }]);
    alike += isSame ? 1 : isUnstable ? 0.5 : 0;
  }
  return common === 0 ? null : alike / common;
}

/** Whether a text answered the same whatever the data: a condition that never holds, or no condition at all. */
export function isIndifferent({ observations, target }: ObservedText): boolean {
  const bags = new Set([...observations.values()].map(({ answer }) => answer.bag));
  if (target !== null) bags.add(target.bag);
  return observations.size > 1 && bags.size === 1;
}

import { median } from '@assay/decision';
import type { ExaminedText } from '../pool/examined-question.js';

/**
 * Which text stands for those that agree. `simplest`: the one that is easiest to read. `frequent`: the one that most
 * wrote, then the simplest. `typical`: the one that most wrote, then the one that is about as complex as the others: what
 * is much simpler has often left something out that today's rows do not show.
 */
export type TextChooser = 'simplest' | 'frequent' | 'typical';

type Order = (left: ExaminedText, right: ExaminedText) => number;

const byVotes: Order = (left, right) => right.systems.length - left.systems.length;
const byComplexity: Order = (left, right) => left.complexity - right.complexity;

/**
 * The text that stands for others; of equal ones, the first.
 *
 * @param among all that agree, where texts are some of them
 * @returns null where there are none
 */
export function chooseText(
  texts: readonly ExaminedText[],
  chooser: TextChooser,
  among: readonly ExaminedText[] = texts,
): ExaminedText | null {
  const middle = median(among.flatMap(({ complexity, systems }) => systems.map(() => complexity)));
  const strangeness = ({ complexity }: ExaminedText): number => Math.abs(complexity - middle);
  const orders: Record<TextChooser, Order> = {
    simplest: byComplexity,
    frequent: (left, right) => byVotes(left, right) || byComplexity(left, right),
    typical: (left, right) =>
      byVotes(left, right) || strangeness(left) - strangeness(right) || byComplexity(left, right),
  };
  return [...texts].sort(orders[chooser])[0] ?? null;
}

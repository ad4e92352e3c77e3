import { median } from '@assay/decision';
import type { ExaminedText } from '../pool/examined-question.js';

/**
 * `simplest`: lowest complexity. `frequent`: most votes, then simplest. `typical`: most votes, then median complexity:
 * simpler texts may omit a condition.
 */
export type TextChooser = 'simplest' | 'frequent' | 'typical';

type Order = (left: ExaminedText, right: ExaminedText) => number;

const byVotes: Order = (left, right) => right.systems.length - left.systems.length;
const byComplexity: Order = (left, right) => left.complexity - right.complexity;

/**
 * Ties go to the first.
 * @param among all equivalent texts
 * @returns null without texts
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

import type { ExaminedText } from '../pool/examined-question.js';

/** Which text stands for those that agree: the one that most wrote, or the one that is easiest to read. */
export type TextChooser = 'frequent' | 'simplest';

/** The text that stands for others; of equal ones, the first. @returns null where there are none */
export function chooseText(texts: readonly ExaminedText[], chooser: TextChooser): ExaminedText | null {
  const [byVotes, byComplexity] = [
    (left: ExaminedText, right: ExaminedText): number => right.systems.length - left.systems.length,
    (left: ExaminedText, right: ExaminedText): number => left.complexity - right.complexity,
  ];
  const order =
    chooser === 'frequent'
      ? (left: ExaminedText, right: ExaminedText) => byVotes(left, right) || byComplexity(left, right)
      : byComplexity;
  return [...texts].sort(order)[0] ?? null;
}

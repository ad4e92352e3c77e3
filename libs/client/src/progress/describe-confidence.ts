import type { AttemptRecord, EscalationRecord, LinkedAnswer, QuestionView } from '@assay/contracts';
import { formatPercent } from './quantities.js';

export interface Sureness {
  /** `guess` below 60 %, `unsure` below 80 % or with failures, `likely` below 95 %, else `sure`. */
  degree: 'guess' | 'unsure' | 'likely' | 'sure';
  /** Includes the figure: `Not sure: check it (61.5 %)`. */
  words: string;
}

const DEGREES: readonly ({ below: number; words: string; ofGold?: string } & Pick<Sureness, 'degree'>)[] = [
  {
    below: 0.5,
    degree: 'guess',
    words: 'More likely wrong than right: check it',
    ofGold: 'Passes every test, and is still more likely wrong than right: check it',
  },
  {
    below: 0.6,
    degree: 'guess',
    words: 'May well be wrong: check it',
    ofGold: 'Passes every test, and may still be wrong: check it',
  },
  { below: 0.8, degree: 'unsure', words: 'Not sure: check it' },
  { below: 0.95, degree: 'likely', words: 'Probably right' },
  { below: Infinity, degree: 'sure', words: 'Very probably right' },
];

/** Must not contradict the outcome: GOLD means that tests pass, not certainty. */
export function describeConfidence({
  status,
  confidence,
  contested,
  attempts = [],
  approved = attempts.some(isKnown),
}: Pick<QuestionView, 'status' | 'confidence' | 'contested'> &
  Partial<Pick<EscalationRecord, 'attempts'> & Pick<LinkedAnswer, 'approved'>>): Sureness | null {
  if (confidence === null) return null;
  if (approved) return { degree: 'sure', words: 'Approved by a person' };
  const found = DEGREES.find(({ below }) => confidence < below);
  if (found === undefined) return null;
  const figure = `(${formatPercent(confidence * 100)})`;
  const degree = contested !== null && found.degree !== 'guess' ? 'unsure' : found.degree;
  if (contested?.by === 'failed-tests')
    return { degree, words: `Contested by a test that it fails: check it ${figure}` };
  return { degree, words: `${(status === 'GOLD' ? found.ofGold : undefined) ?? found.words} ${figure}` };
}

/** Answered by an approved gold SQL. */
export function isKnown({ selection }: AttemptRecord): boolean {
  return selection?.by === 'known';
}

import { formatPercent } from './quantities.js';

/** How an answer of some confidence is spoken of and shown. */
export interface Sureness {
  /** `guess` below 60 %, `unsure` below 80 %, `likely` below 95 %, else `sure`. */
  degree: 'guess' | 'unsure' | 'likely' | 'sure';
  /** For people, with the figure: `Little more than a guess (51.5 %)`. */
  words: string;
}

const DEGREES: readonly { below: number; degree: Sureness['degree']; words: string }[] = [
  { below: 0.6, degree: 'guess', words: 'Little more than a guess: check it' },
  { below: 0.8, degree: 'unsure', words: 'Not sure: check it' },
  { below: 0.95, degree: 'likely', words: 'Probably right' },
  { below: Infinity, degree: 'sure', words: 'Very probably right' },
];

/** Confidence (0–1) in words; null where an answer has none. */
export function describeConfidence(confidence: number | null): Sureness | null {
  if (confidence === null) return null;
  const found = DEGREES.find(({ below }) => confidence < below);
  if (found === undefined) return null;
  return { degree: found.degree, words: `${found.words} (${formatPercent(confidence * 100)})` };
}

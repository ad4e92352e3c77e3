import { observationWeight } from './reliability.js';
import { temperedVotes } from './tempered-votes.js';

/** What speaks for and against one class of candidates. */
export interface ClassEvidence {
  /** How many valid candidates gave each distinct text of the class. */
  texts: readonly number[];
  /** The judge's verdict on the class, as one observation: all requirements met, or not; null without one. */
  verdict: 'PASS' | 'FAIL' | null;
  /** Comparisons with other classes that it won and lost, ties left out. */
  won: number;
  lost: number;
}

/** How often judges are right, 0–1: the evaluator on a class, the selector on a pair. */
export interface Reliabilities {
  evaluator: number;
  selector: number;
}

/** The weights of the regression. None is negative but `none`, so that no vote and no PASS ever lowers a class. */
export interface OddsWeights {
  /** What a repetition of a text counts, a new text counting 1. */
  repeated: number;
  /** Of the logarithm of the class's share of the tempered votes. */
  votes: number;
  /** Of a verdict, in units of what a verdict of the judge's reliability tells by itself. */
  verdict: number;
  /** Of a comparison, in the same units. */
  comparison: number;
  /** Intercept of "none of these". */
  none: number;
}

/** The signals of one alternative: factors of `votes`, `verdict`, `comparison` and `none`, in this order. */
export type OddsSignals = readonly [votes: number, verdict: number, comparison: number, none: number];

/**
 * Fitted on the ten strongest systems of spider-dev with simulated judges (`assay eval --judge simulated`, see
 * docs/evaluation.md), all nine databases.
 */
export const ODDS_WEIGHTS: Readonly<OddsWeights> = {
  repeated: 0.6,
  votes: 2.18,
  verdict: 0.95,
  comparison: 1,
  none: -2.95,
};

/** Each level that was climbed makes "none of these" likelier: a question that took more was harder. */
const LEVEL_CLIMBED = 0.5;

/** One probability for each class, in the given order, and one for "none of these"; together 1. */
export interface Odds {
  classes: number[];
  none: number;
}

/**
 * The odds of classes that exclude each other, by a conditional logit over them and "none of these".
 *
 * @param levelsClimbed 0, 1, 2 for BASIC, ADVANCED, EXPERT
 */
export function oddsOf(
  classes: readonly ClassEvidence[],
  reliabilities: Reliabilities,
  weights: Readonly<OddsWeights> = ODDS_WEIGHTS,
  levelsClimbed = 0,
): Odds {
  const factors = [weights.votes, weights.verdict, weights.comparison, weights.none] as const;
  const scores = oddsSignals(classes, reliabilities, weights.repeated).map((signals) =>
    signals.reduce<number>((sum, signal, index) => sum + signal * (factors[index] ?? 0), 0),
  );
  const last = scores.length - 1;
  scores[last] = (scores[last] ?? 0) + LEVEL_CLIMBED * levelsClimbed;
  const highest = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - highest));
  const total = parts.reduce((sum, part) => sum + part, 0);
  const probabilities = parts.map((part) => part / total);
  return { classes: probabilities.slice(0, -1), none: probabilities.at(-1) ?? 1 };
}

/** The signals of each class, and last those of "none of these": what the regression is fitted to. */
export function oddsSignals(
  classes: readonly ClassEvidence[],
  reliabilities: Reliabilities,
  repeated: number,
): OddsSignals[] {
  const votes = classes.map(({ texts }) => temperedVotes(texts, repeated));
  const total = votes.reduce((sum, own) => sum + own, 0);
  const [ofVerdict, ofPair] = [observationWeight(reliabilities.evaluator), observationWeight(reliabilities.selector)];
  return [
    ...classes.map(({ verdict, won, lost }, index): OddsSignals => {
      const share = Math.max(Number.MIN_VALUE, votes[index] ?? 0) / Math.max(Number.MIN_VALUE, total);
      const said = verdict === null ? 0 : verdict === 'PASS' ? ofVerdict : -ofVerdict;
      return [Math.log(share), said, (won - lost) * (ofPair / 2), 0];
    }),
    [0, 0, 0, 1],
  ];
}

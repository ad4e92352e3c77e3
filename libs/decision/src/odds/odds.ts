import { temperedVotes } from './tempered-votes.js';

/** What speaks for and against one class of candidates. */
export interface ClassEvidence {
  /** How many valid candidates gave each distinct text of the class. */
  texts: readonly number[];
  /**
   * What verdicts on the class say, as the sum of their log odds (`observationWeight`, negative for a FAIL): each level's
   * judge is one observation; 0 refusals any.
   */
  verdicts: number;
  /** The same of its comparisons with other classes, ties left out: half of the log odds for each side. */
  comparisons: number;
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
  /** Of verdicts, in units of what a verdict of the judge's reliability says by itself. */
  verdict: number;
  /** Of comparisons, in the same units. */
  comparison: number;
  /** Intercept of "none of these". */
  none: number;
}

/** The signals of one alternative: factors of `votes`, `verdict`, `comparison` and `none`, in this order. */
export type OddsSignals = readonly [votes: number, verdict: number, comparison: number, none: number];

/**
 * Fitted on the ten strongest systems of spider-dev with simulated judges (`assay eval --judge simulated`, see
 * docs/evaluation.md), all nine databases, for judges of whom nothing is known. `none` is lower than fitted: the labels
 * it is fitted to call many right answers wrong (docs/decisions/0019-the-decision-table.md).
 */
export const ODDS_WEIGHTS: Readonly<OddsWeights> = {
  repeated: 0.8,
  votes: 2.1,
  verdict: 0.85,
  comparison: 0.65,
  none: -3.5,
};

/** Votes for "none of these" of one refusal: set by a pool whose right candidates refuse. */
const REFUSAL = 1.5;

/** One probability for each class, in the given order, and one for "none of these"; together 1. */
export interface Odds {
  classes: number[];
  none: number;
}

/**
 * The odds of classes that exclude each other, by a conditional logit over them and "none of these".
 *
 * @param refusals candidates that said that the question cannot be answered: votes for "none of these"
 */
export function oddsOf(
  classes: readonly ClassEvidence[],
  weights: Readonly<OddsWeights> = ODDS_WEIGHTS,
  refusals = 0,
): Odds {
  const factors = [weights.votes, weights.verdict, weights.comparison, weights.none] as const;
  const scores = oddsSignals(classes, weights, refusals).map((signals) =>
    signals.reduce<number>((sum, signal, index) => sum + signal * (factors[index] ?? 0), 0),
  );
  const last = scores.length - 1;
  const share = refusals === 0 ? 0 : (REFUSAL * refusals) / totalVotes(classes, weights, refusals);
  scores[last] = Math.log(Math.exp(scores[last] ?? 0) + share ** weights.votes);
  const highest = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - highest));
  const total = parts.reduce((sum, part) => sum + part, 0);
  const probabilities = parts.map((part) => part / total);
  return { classes: probabilities.slice(0, -1), none: probabilities.at(-1) ?? 1 };
}

/** The signals of each class, and last those of "none of these": what the regression is fitted to. */
export function oddsSignals(
  classes: readonly ClassEvidence[],
  weights: Pick<OddsWeights, 'repeated'>,
  refusals = 0,
): OddsSignals[] {
  const total = totalVotes(classes, weights, refusals);
  return [
    ...classes.map(({ texts, verdicts, comparisons }): OddsSignals => {
      const share = Math.max(Number.MIN_VALUE, temperedVotes(texts, weights.repeated)) / total;
      return [Math.log(share), verdicts, comparisons, 0];
    }),
    [0, 0, 0, 1],
  ];
}

function totalVotes(
  classes: readonly ClassEvidence[],
  { repeated }: Pick<OddsWeights, 'repeated'>,
  refusals: number,
): number {
  const votes = classes.reduce((sum, { texts }) => sum + temperedVotes(texts, repeated), 0);
  return Math.max(Number.MIN_VALUE, votes + REFUSAL * refusals);
}

import { temperedVotes } from './tempered-votes.js';

export interface ClassEvidence {
  /** Valid candidates per distinct text. */
  texts: readonly number[];
  /** Models that wrote them. */
  models: number;
  /**
   * Sum of the verdicts' log odds (`verdictWeights`, negative for FAIL); each level's judge is one observation; 0
   * without verdicts.
   */
  verdicts: number;
  /** Sum for won and lost comparisons: half of the log odds per side. */
  comparisons: number;
}

/** Probability that a judge is right: evaluator on a class, selector on a pair. */
export interface Reliabilities {
  evaluator: number;
  selector: number;
}

/** Weights of the regression. Only `none` may be negative, so votes and PASS never lower a class. */
export interface OddsWeights {
  /** Value of a repeated text; a new text counts 1. */
  repeated: number;
  /** Probability that all samples of one model share a misreading, relative to their votes; models misread apart. */
  related: number;
  /** Votes for what no candidate wrote. */
  unseen: number;
  /** Of the log share of tempered votes. */
  votes: number;
  /** Relative to the judge's reliability. */
  verdict: number;
  /** Relative to the judge's reliability. */
  comparison: number;
  /** Intercept of "none of these". */
  none: number;
}

/** In the order of the weights. */
export type OddsSignals = readonly [votes: number, verdict: number, comparison: number, none: number];

/**
 * Fitted on the ten strongest systems of spider-dev with simulated judges without prior tallies; some are below the fit
 * (docs/decisions/0019-the-decision-table.md).
 */
export const ODDS_WEIGHTS: Readonly<OddsWeights> = {
  repeated: 0.8,
  related: 0.05,
  unseen: 0.3,
  votes: 1.9,
  verdict: 0.85,
  comparison: 0.65,
  none: -3.6,
};

/** Votes of a refusal for "none of these", set by a pool with right refusals. */
const REFUSAL = 1.5;

/** Probability per class, in order, and of "none of these"; sum 1. */
export interface Odds {
  classes: number[];
  none: number;
}

/** Conditional logit over exclusive classes and "none of these", for which refusals vote. */
export function oddsOf(
  classes: readonly ClassEvidence[],
  weights: Readonly<OddsWeights> = ODDS_WEIGHTS,
  refusals = 0,
): Odds {
  const factors = [weights.votes, weights.verdict, weights.comparison, weights.none] as const;
  const scores = oddsSignals(classes, weights, refusals).map((signals) =>
    signals.reduce<number>((sum, signal, index) => sum + signal * (factors[index] ?? 0), 0),
  );
  const total = totalVotes(classes, weights, refusals);
  const weightOf = (votes: number): number => (votes / total) ** weights.votes;
  const misread = classes.map(
    ({ texts, models }) => weights.related ** models * weightOf(temperedVotes(texts, weights.repeated)),
  );
  const against = [weightOf(votesForNone(weights, refusals)), ...misread].reduce((sum, weight) => sum + weight, 0);
  const last = scores.length - 1;
  scores[last] = Math.log(Math.exp(scores[last] ?? 0) + against);
  const highest = Math.max(...scores);
  const parts = scores.map((score) => Math.exp(score - highest));
  const sum = parts.reduce((whole, part) => whole + part, 0);
  const probabilities = parts.map((part) => part / sum);
  return { classes: probabilities.slice(0, -1), none: probabilities.at(-1) ?? 1 };
}

/** Signals of each class, then of "none of these", for fitting. */
export function oddsSignals(
  classes: readonly ClassEvidence[],
  weights: Pick<OddsWeights, 'repeated' | 'unseen'>,
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
  weights: Pick<OddsWeights, 'repeated' | 'unseen'>,
  refusals: number,
): number {
  const votes = classes.reduce((sum, { texts }) => sum + temperedVotes(texts, weights.repeated), 0);
  return Math.max(Number.MIN_VALUE, votes + votesForNone(weights, refusals));
}

function votesForNone({ unseen }: Pick<OddsWeights, 'unseen'>, refusals: number): number {
  return REFUSAL * refusals + unseen;
}

import { LEVELS, type Level } from '@assay/contracts/plain';

/** What speaks for a winner; every share and margin is 0–1. */
export interface ConfidenceSignals {
  /** Share of the attempt's valid candidates that returned the winner's result. */
  clusterShare: number;
  /** The winner's share of passed tests. */
  passRate: number;
  /** By how much of its tests the winner is ahead of the best candidate with another result. */
  verdictMargin: number;
  /** How clearly comparisons spoke for the winner; 1 where no other result passed, 0 where they left a tie. */
  comparisonMargin: number;
  /** The level reached. */
  level: Level;
}

/**
 * Fitted on the answers of the vote among 30 systems to the 517 questions of spider-dev
 * (`node libs/evaluation/bench/signals.bench.mjs`, see docs/evaluation.md): what the share of agreeing candidates is
 * worth where nothing else is known.
 */
const INTERCEPT = -3.05;
const CLUSTER_SHARE = 6.22;
/** What judges add to it. A pool holds no verdicts, so these are set, not fitted. */
const VERDICT_MARGIN = 1;
const COMPARISON_MARGIN = 1;
const LEVEL_CLIMBED = -0.5;

/**
 * How sure to be of a GOLD or SILVER answer, 0–1.
 *
 * `passRate · σ(−3.05 + 6.22·clusterShare + 1·verdictMargin + 1·comparisonMargin − 0.5·levelsClimbed)`, with σ the
 * logistic function and 0, 1, 2 levels climbed for BASIC, ADVANCED, EXPERT. It grows with each share and margin, and
 * falls with the level reached: a question that took more was harder.
 */
export function confidenceOf(signals: ConfidenceSignals): number {
  const evidence =
    INTERCEPT +
    CLUSTER_SHARE * clamp(signals.clusterShare) +
    VERDICT_MARGIN * clamp(signals.verdictMargin) +
    COMPARISON_MARGIN * clamp(signals.comparisonMargin) +
    LEVEL_CLIMBED * LEVELS.indexOf(signals.level);
  return Math.round((clamp(signals.passRate) / (1 + Math.exp(-evidence))) * 1000) / 1000;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

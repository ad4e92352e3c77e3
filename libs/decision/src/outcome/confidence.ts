import { LEVELS, type Level } from '@assay/contracts/plain';

/** Shares and margins are 0–1. */
export interface ConfidenceSignals {
  /** Share of valid candidates with the winner's result. */
  clusterShare: number;
  /** The winner's share of passed tests. */
  passRate: number;
  /** Lead in tests over the best candidate with another result. */
  verdictMargin: number;
  /** Clarity of comparisons: 1 without another passing result, 0 for a tie or without a judge. */
  comparisonMargin: number;
  level: Level;
}

/** Fitted on the vote among 30 systems on spider-dev (`bench/signals`, docs/evaluation.md). */
const INTERCEPT = -3.05;
const CLUSTER_SHARE = 6.22;
/** Judges' part; set, because pools have no verdicts. */
const VERDICT_MARGIN = 1;
const COMPARISON_MARGIN = 1;
const LEVEL_CLIMBED = -0.5;

/** Confidence of a GOLD or SILVER answer, 0–1: the pass rate times a logistic regression. */
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

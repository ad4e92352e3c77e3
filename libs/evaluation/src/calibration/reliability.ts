export interface Prediction {
  /** 0–1. */
  confidence: number;
  right: boolean;
}

export interface ReliabilityBin {
  from: number;
  to: number;
  count: number;
  meanConfidence: number;
  /** Share of correct ones, 0–1. */
  accuracy: number;
}

export interface Reliability {
  bins: ReliabilityBin[];
  /** Expected calibration error, weighted by count. */
  ece: number;
  /** Mean squared error. */
  brier: number;
  count: number;
}

const BINS = 10;

export function reliabilityOf(predictions: readonly Prediction[]): Reliability {
  const bins = Array.from({ length: BINS }, (_, index) => binOf(predictions, index));
  const count = predictions.length;
  const weighted = bins.reduce((sum, bin) => sum + bin.count * Math.abs(bin.meanConfidence - bin.accuracy), 0);
  const squared = predictions.reduce((sum, { confidence, right }) => sum + (confidence - (right ? 1 : 0)) ** 2, 0);
  return {
    bins: bins.filter((bin) => bin.count > 0),
    ece: count === 0 ? 0 : weighted / count,
    brier: count === 0 ? 0 : squared / count,
    count,
  };
}

function binOf(predictions: readonly Prediction[], index: number): ReliabilityBin {
  const inBin = predictions.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(confidence * BINS)) === index);
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return {
    from: index / BINS,
    to: (index + 1) / BINS,
    count: inBin.length,
    meanConfidence: mean(inBin.map(({ confidence }) => confidence)),
    accuracy: mean(inBin.map(({ right }) => (right ? 1 : 0))),
  };
}

import { reliabilityOf as calibrationOf, type Prediction, type ReliabilityBin } from '../calibration/reliability.js';
import type { SimulatedOutcome } from './decide-simulated.js';
import type { SimulatedText } from './simulated-pool.js';

/**
 * `ex`, `suite`, `failed`, `gold.coverage`: percent of questions. `gold.precision`: percent of GOLD answers. `calls`,
 * `tokens`: means per question. Null: the method only chooses.
 */
export interface SimulationRow {
  name: string;
  ex: number;
  suite: number;
  failed: number | null;
  /** FAILED questions among those with a correct class, percent. */
  failedRight: number | null;
  gold: { precision: number; coverage: number } | null;
  calls: number | null;
  /** Mean number of rounds of calls that must wait for each other. */
  sequential: number | null;
  tokens: number | null;
  /** Mean, 0–1. */
  confidence: number | null;
  calibration: { ece: number; brier: number; constant: number; bins: ReliabilityBin[] } | null;
  /** Empty without confidences. */
  curve: CurvePoint[];
}

export interface CurvePoint {
  /** Minimum, 0–1. */
  confidence: number;
  /** Percent of all questions. */
  coverage: number;
  /** Percent of the answers; null without any. */
  precision: number | null;
}

const CURVE = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95] as const;

interface Decided {
  failed: number;
  failedRight: number;
  right: number;
  gold: number;
  goldRight: number;
  calls: number;
  sequential: number;
  tokens: number;
}

export class SimulationTally {
  private count = 0;
  private ex = 0;
  private suite = 0;
  private decided: Decided | null = null;
  private readonly predictions: Prediction[] = [];

  addAnswer(answer: SimulatedText | null, confidence: number | null = null): void {
    this.count += 1;
    this.ex += Number(answer?.ex === true);
    this.suite += Number(answer?.suite === true);
    if (confidence !== null && answer !== null) this.predictions.push({ confidence, right: answer.suite });
  }

  addOutcome(
    { status, answer, confidence, sequential }: SimulatedOutcome,
    { calls, tokens }: { calls: number; tokens: number },
    hasRight: boolean,
  ): void {
    this.addAnswer(answer, confidence);
    this.decided ??= { failed: 0, failedRight: 0, right: 0, gold: 0, goldRight: 0, calls: 0, sequential: 0, tokens: 0 };
    this.decided.failed += Number(status === 'FAILED');
    this.decided.failedRight += Number(status === 'FAILED' && hasRight);
    this.decided.right += Number(hasRight);
    this.decided.gold += Number(status === 'GOLD');
    this.decided.goldRight += Number(status === 'GOLD' && answer?.suite === true);
    this.decided.calls += calls;
    this.decided.sequential += sequential;
    this.decided.tokens += tokens;
  }

  row(name: string): SimulationRow {
    const count = Math.max(1, this.count);
    const percent = (part: number, of = count): number => (100 * part) / Math.max(1, of);
    const decided = this.decided;
    return {
      name,
      ex: percent(this.ex),
      suite: percent(this.suite),
      failed: decided && percent(decided.failed),
      failedRight: decided && percent(decided.failedRight, decided.right),
      gold: decided && { precision: percent(decided.goldRight, decided.gold), coverage: percent(decided.gold) },
      calls: decided && decided.calls / count,
      sequential: decided && decided.sequential / count,
      tokens: decided && decided.tokens / count,
      ...this.confidences(),
    };
  }

  private confidences(): Pick<SimulationRow, 'confidence' | 'calibration' | 'curve'> {
    if (this.predictions.length === 0) return { confidence: null, calibration: null, curve: [] };
    const { ece, brier, count, bins } = calibrationOf(this.predictions);
    const share = this.predictions.filter(({ right }) => right).length / count;
    const sum = this.predictions.reduce((total, { confidence }) => total + confidence, 0);
    return {
      confidence: sum / count,
      calibration: { ece, brier, constant: share * (1 - share), bins },
      curve: CURVE.map((confidence) => this.pointAt(confidence)),
    };
  }

  private pointAt(least: number): CurvePoint {
    const sure = this.predictions.filter(({ confidence }) => confidence >= least);
    const right = sure.filter((prediction) => prediction.right).length;
    return {
      confidence: least,
      coverage: (100 * sure.length) / Math.max(1, this.count),
      precision: sure.length === 0 ? null : (100 * right) / sure.length,
    };
  }
}

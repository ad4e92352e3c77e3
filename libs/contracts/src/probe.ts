import type { MetricWitness, SuiteInstance, WitnessRecord } from './answers/behaviour.js';
import type { GuardAllowance } from './database.js';
import type { Id } from './ids.js';
import type { AskedMetric } from './metric.js';
import type { AttemptInput } from './attempt-input.js';

export type WitnessView = Pick<WitnessRecord, 'tables' | 'resultA' | 'resultB'> & {
  /** The n of `SQL #n`. */
  numberA: number;
  numberB: number;
};

/** A distinct valid SQL to be classified by behaviour. */
export interface ProbedText {
  /** Its first author. */
  candidate: Id;
  canonical: string;
  votes: number;
  /** Class in the previous wave; absent if not classified. */
  behaviour?: string;
  /** The task whose result holds the target's rows and the executed text. */
  examination: Id;
}

export interface ProbeInput extends AttemptInput {
  instances: number;
  /** Limit from the start of the probe. */
  seconds: number;
  guard: GuardAllowance;
  /** Wave of candidates; absent for the first. */
  wave?: number;
}
export interface ProbePayload {
  texts: ProbedText[];
  /** Class representatives of earlier attempts, classified again. */
  earlier: (ProbedText & { behaviour: string })[];
  /** Instances that distinguished something before; run first. */
  suite: SuiteInstance[];
  /** The question's assumed clock, ISO 8601; absent if unset. */
  now?: string;
}
/** Whether a candidate computes a metric as defined, shown on generated data. */
export interface MetricVerdict {
  candidate: Id;
  verdict: 'PASS' | 'FAIL';
  reason: string;
  witness?: MetricWitness;
}

export interface ProbeResult {
  /** Classes of equal behaviour, most votes first; includes earlier candidates. */
  classes: { id: string; candidates: Id[] }[];
  /** Candidates whose result depends on row order. */
  unstable: Id[];
  /** Candidates that too few instances observed: only the target's result is known of them. */
  unobserved: Id[];
  /** Instances that distinguished candidates. */
  suite: SuiteInstance[];
  witnesses: WitnessRecord[];
  /** Instances that ran. */
  asked: number;
  /** The assumed clock on generated data, ISO 8601; absent if no SQL reads it. */
  now?: string;
  /** The time ended before all instances ran. */
  cutShort?: true;
  /** What generated data could not show; absent if nothing. */
  limits?: string[];
  /** Hash of all answers on all instances: reproducible. */
  hash: string;
  elapsedMs: number;
  /**
   * Why there are no classes; instances may have run if the prober failed midway. Null on success, or with fewer than
   * two candidates.
   */
  unavailable: string | null;
  /** Verdicts by metric definitions; absent if the question names no metric. */
  metrics?: (Pick<AskedMetric, 'name' | 'source'> & { verdicts: MetricVerdict[] })[];
}

import type { MetricWitness, SuiteInstance, WitnessRecord } from './answers/behaviour.js';
import type { GuardAllowance } from './database.js';
import type { Id } from './ids.js';
import type { AskedMetric } from './metric.js';
import type { AttemptInput } from './stages.js';

/** A witness as judges see it: candidates by their numbers. */
export type WitnessView = Pick<WitnessRecord, 'tables' | 'resultA' | 'resultB'> & {
  /** The n of `SQL #n`. */
  numberA: number;
  numberB: number;
};

/** A text that is to be told from others by what it does: a distinct valid SQL of this attempt or of an earlier one. */
export interface ProbedText {
  /** The candidate that wrote it first. */
  candidate: Id;
  /** Hash of the canonical form. */
  canonical: string;
  votes: number;
  /** Its class in the wave before; absent where it was not told apart yet. */
  behaviour?: string;
  /** Task whose answer holds what the target returned, and the text that ran there. */
  examination: Id;
}

export interface ProbeInput extends AttemptInput {
  instances: number;
  /** Time that telling the texts apart may take, from when it begins. */
  seconds: number;
  guard: GuardAllowance;
  /** Which wave of candidates this tells apart; absent for the first. */
  wave?: number;
}
export interface ProbePayload {
  texts: ProbedText[];
  /** Representatives of the classes of earlier attempts, told apart along with the others. */
  earlier: (ProbedText & { behaviour: string })[];
  /** Instances of earlier attempts and waves that parted something: they are asked first. */
  suite: SuiteInstance[];
  /** What time it was taken to be in earlier attempts: one per question. ISO 8601; absent where none took it. */
  now?: string;
}
/** What instances say of one candidate and one metric. */
export interface MetricVerdict {
  candidate: Id;
  verdict: 'PASS' | 'FAIL';
  reason: string;
  /** Of a FAIL. */
  witness?: MetricWitness;
}

export interface ProbeResult {
  /** Classes of equal behaviour, most votes first; by candidates as they were given, earlier ones included. */
  classes: { id: string; candidates: Id[] }[];
  /** Texts whose result depends on the order in which rows lie. */
  unstable: Id[];
  /** Texts of which too little was seen on instances: what the target returned is all that is known of them. */
  unobserved: Id[];
  /** Instances that parted something. */
  suite: SuiteInstance[];
  witnesses: WitnessRecord[];
  /** Instances that were asked. */
  asked: number;
  /** What time it was taken to be on generated data, ISO 8601; absent where no text reads the clock. */
  now?: string;
  /** The time was up before all instances were asked: classes are of those that were. Absent where it was not. */
  cutShort?: true;
  /** What generated data could not show, in words; absent where nothing stood in its way. */
  limits?: string[];
  /** Hash of all answers on all instances: equal where a suite that runs again gives the same. */
  hash: string;
  elapsedMs: number;
  /** Why no instance was asked, in words; null where some were, or where no two candidates were left to compare. */
  unavailable: string | null;
  /** Verdicts by the definitions of the metrics that the question asks for; absent where it asks for none. */
  metrics?: (Pick<AskedMetric, 'name' | 'source'> & { verdicts: MetricVerdict[] })[];
}

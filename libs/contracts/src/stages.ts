import type { EscalationContext } from './answers/attempt.js';
import type { CandidateRetry, FailedCheck, LastFailure } from './answers/candidate.js';
import type { GuardAllowance, SoughtValues } from './database.js';
import type { Id } from './ids.js';
import type { Level } from './level.js';
import type { ProbeInput, ProbePayload, ProbeResult, WitnessView } from './probe.js';
import type { TaskQueue } from './services.js';
import type {
  BlockHash,
  Strategy,
  Moment,
  WrittenTest,
  NumberedTest,
  ExecutionSummary,
  CandidateView,
} from './question.js';

/** Stage inputs (shared by all tasks of a stage), task payloads and task results, by queue. */
export interface AttemptInput {
  context: BlockHash;
  level: Level;
  /** 1-based number of the attempt; seeds are drawn per attempt. */
  attempt: number;
  escalation: EscalationContext | null;
  /** What the question may spend on models at most; null fields know no limit. */
  limits?: SpendingLimits;
}

export interface GeneratorInput extends AttemptInput {
  /** Tests that a candidate must pass to be valid; empty unless there is evidence. */
  evidenceCriticalTests: NumberedTest[];
  /** Reading tests of the first moment, numbered; absent where none is known yet. */
  openPoints?: NumberedTest[];
  candidateRetries: number;
  treatEmptyResultAsError: boolean;
  /** Refusals count as failed validations and are retried; left out is no: a refusal is an answer. */
  retryRefusals?: true;
  /** Whether the model may look at the database with tools before it answers; left out is no. */
  tools?: boolean;
  /** Limits of the one execution of each candidate. */
  statement: { statementTimeoutMs: number; maxRows: number };
  /** What its SQL may use; absent in jobs of earlier releases. */
  guard?: GuardAllowance;
}
export interface GeneratorPayload {
  strategy: Strategy;
  temperature: number;
}
export interface GeneratorResult {
  sql: string;
  /** Hash of the canonical form; '' when there is no SQL. */
  canonical: string;
  reasoning: string;
  /** What the SQL returns, in plain words; absent where the model did not say. */
  summary?: string;
  /** Why the model says that the question cannot be answered; absent where it gave SQL. */
  refusal?: string;
  model: string;
  valid: boolean;
  retries: CandidateRetry[];
  examination: Id | null;
  execution: ExecutionSummary | null;
  /** Fingerprint of the result: candidates of one cluster returned the same. Null when not valid. */
  cluster: string | null;
  /** Structural complexity of the tree: larger is more complex. */
  complexity: number;
  /** The last error in words; null when valid. */
  lastError: string | null;
  /** The same with its category and the checks that failed; null when valid, absent in results of earlier releases. */
  lastFailure?: LastFailure | null;
  /** Of a valid candidate: evidence-critical tests that it still fails after its retry; absent where it fails none. */
  evidenceFailures?: FailedCheck[];
  /** The model never answered in form: it gave no SQL. With a `refusal` it answered in prose, which is that refusal. */
  notInForm?: true;
}

export interface TestGeneratorInput extends AttemptInput {
  moment: Moment;
  /** Second moment only: the distinct valid candidates, or one for each class of equal behaviour. */
  candidates: CandidateView[];
  /** Second moment only: where candidates differ; absent where nothing is known. */
  witnesses?: WitnessView[];
  /** Second moment only: the distinct tests of the first, numbered; absent where its writers are not to see them. */
  tests?: NumberedTest[];
  /** Asked once more, for no requirement was left: the statements of the tests that fell; absent the first time. */
  dropped?: string[];
  /** No reading tests are wanted; left out where they are. */
  readings?: false;
}
export interface TestGeneratorPayload {
  temperature: number;
}
export interface TestGeneratorResult {
  reasoning: string;
  tests: (WrittenTest & { id: Id })[];
}

export interface TestReducerInput extends AttemptInput {
  /** The exactly deduplicated tests, numbered from 1. */
  tests: NumberedTest[];
}
export type TestReducerPayload = Record<string, never>;
export interface TestReducerResult {
  reasoning: string;
  /** 1-based numbers of the input tests; null when the groups never covered every test exactly once. */
  groups: { keep: number; duplicates: number[] }[] | null;
  reasks: number;
}

export interface EvaluatorInput extends AttemptInput {
  tests: NumberedTest[];
}
export interface EvaluatorPayload {
  candidate: CandidateView;
  /** Where it parts from other candidates; absent where nothing is known. */
  witnesses?: WitnessView[];
}
/** A fault of a SQL that no test covers, with the test that is missing. */
export interface UncoveredFault {
  fault: string;
  requirement: string;
}
export interface EvaluatorResult {
  reasoning: string;
  /**
   * One per test, by number; tests never answered are FAIL "not evaluated". On a reading test PASS has the id of the
   * alternative that the SQL takes, and FAIL says that it takes none of them.
   */
  verdicts: { number: number; verdict: 'PASS' | 'FAIL'; reason: string; alternative?: string }[];
  /** Numbers of tests that the judge holds for not demanded; absent if none. */
  notDemanded?: number[];
  /** Faults that change rows and that no test covers; absent if none. */
  uncovered?: UncoveredFault[];
  /** Numbers that were missing from an answer, that no test has, and that contradicted each other. */
  missing: number[];
  extra: number[];
  contradicting: number[];
  reasks: number;
}

export interface SupervisorInput extends AttemptInput {
  tests: NumberedTest[];
}
export interface SupervisorPayload {
  candidate: CandidateView;
  /** Where it parts from other candidates; absent where nothing is known. */
  witnesses?: WitnessView[];
  /** The failed tests with the evaluator's reasons. */
  failed: { number: number; reason: string }[];
}
export const SEVERITIES = ['blocking', 'minor', 'none'] as const;
export type Severity = (typeof SEVERITIES)[number];
export interface SupervisorResult {
  reasoning: string;
  /** One per failed test, by number. */
  reviews: { number: number; verdict: 'PASS' | 'FAIL'; severity: Severity; reason: string }[];
  missing: number[];
  extra: number[];
  contradicting: number[];
  reasks: number;
}

/**
 * Why a requirement is tried: a judge objects, it was merged with a reading, no class passes every requirement and the
 * class that most candidates agree on fails it, or a judge added it. `all-fail` is in records of earlier releases.
 */
export const CONTESTED_BY = ['objection', 'kinds', 'leader-fails', 'uncovered', 'all-fail'] as const;
export type ContestedBy = (typeof CONTESTED_BY)[number];

/** What a trial makes of a contested test. */
export const TRIAL_DECISIONS = ['demanded', 'reading', 'mistaken'] as const;
export type TrialDecision = (typeof TRIAL_DECISIONS)[number];

/** A test that is tried, with what judges say of it. Candidates by the n of `SQL #n`. */
export interface ContestedTest {
  number: number;
  by: ContestedBy;
  /** Why it is not demanded; of an added test the fault that it shows. */
  objections: { sql: number; reason: string }[];
}

export interface TrialInput extends AttemptInput {
  tests: NumberedTest[];
  /** The judged candidates. */
  candidates: CandidateView[];
}
export interface TrialPayload {
  contested: ContestedTest[];
}
export interface TrialResult {
  reasoning: string;
  /** One per contested test. */
  decisions: {
    number: number;
    decision: TrialDecision;
    reason: string;
    /** Of a reading: what a SQL means that does not do what the statement says. */
    otherwise?: string;
  }[];
}

export interface SqlSelectorInput extends AttemptInput {
  /** Results of passing SQLs that are not compared, beyond the limit of finalists; absent where there are none. */
  leftOut?: number;
}
export interface SqlSelectorPayload {
  /** The pair, by candidate; `first` is shown as A. */
  first: CandidateView;
  second: CandidateView;
  /** A small database on which the two part; absent where none is known. */
  witness?: WitnessView;
}
export interface SqlSelectorResult {
  reasoning: string;
  /** The winner's candidate id; null is a tie. */
  winner: Id | null;
  /** 0–1. */
  confidence: number;
}

/** Payload and result of a preparing task: look values up in the target database (and introspect when stale). */
export type PreparePayload = SoughtValues;

/** What the tasks of each stage share, what each is given, and what it gives. */
export interface StageCatalog {
  prepare: { input: { workspace: Id }; payload: unknown; result: unknown };
  'precompute-tests': {
    input: TestGeneratorInput;
    payload: TestGeneratorPayload;
    result: TestGeneratorResult;
  };
  generate: { input: GeneratorInput; payload: GeneratorPayload; result: GeneratorResult };
  probe: { input: ProbeInput; payload: ProbePayload; result: ProbeResult };
  'evaluation-tests': {
    input: TestGeneratorInput;
    payload: TestGeneratorPayload;
    result: TestGeneratorResult;
  };
  'reduce-tests': {
    input: TestReducerInput;
    payload: TestReducerPayload;
    result: TestReducerResult;
  };
  evaluate: { input: EvaluatorInput; payload: EvaluatorPayload; result: EvaluatorResult };
  trial: { input: TrialInput; payload: TrialPayload; result: TrialResult };
  supervise: { input: SupervisorInput; payload: SupervisorPayload; result: SupervisorResult };
  compare: { input: SqlSelectorInput; payload: SqlSelectorPayload; result: SqlSelectorResult };
}
export type StageKind = keyof StageCatalog;

/** The queue that works on the tasks of each stage. */
export const QUEUE_OF_STAGE = {
  prepare: 'db-sampler',
  'precompute-tests': 'test-generator',
  generate: 'generator',
  probe: 'prober',
  'evaluation-tests': 'test-generator',
  'reduce-tests': 'test-reducer',
  evaluate: 'evaluator',
  trial: 'supervisor',
  supervise: 'supervisor',
  compare: 'sql-selector',
} as const satisfies Record<StageKind, TaskQueue>;

export const STAGES = Object.keys(QUEUE_OF_STAGE) as [StageKind, ...StageKind[]];

export interface SpendingLimits {
  maxTokens: number | null;
  /** Absent in stages that an earlier release started. */
  maxCalls?: number | null;
  maxCostUsd: number | null;
}

type StagesOf<Queue extends TaskQueue> = {
  [Kind in StageKind]: (typeof QUEUE_OF_STAGE)[Kind] extends Queue ? Kind : never;
}[StageKind];

/** What the tasks of a question that a queue works on are given, and what they give. */
export type QueueTask<Queue extends TaskQueue> = StageCatalog[StagesOf<Queue>];

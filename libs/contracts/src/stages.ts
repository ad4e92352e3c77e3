import type { CandidateRetry, FailedCheck, LastFailure } from './answers/candidate.js';
import type { GuardAllowance, RequestedValues } from './database.js';
import type { ProbeInput, ProbePayload, ProbeResult, WitnessView } from './probe.js';
import type { TaskQueue } from './services.js';
import type { WrittenTest, NumberedTest, ExecutionSummary, CandidateView } from './question.js';
import type { Id } from './ids.js';
import type { ContestedBy, Moment, Severity, Strategy, TrialDecision } from './record.js';
import type { AttemptInput } from './attempt-input.js';

export interface GeneratorInput extends AttemptInput {
  /** Tests of the first moment that evidence demands; empty without evidence. */
  evidenceCriticalTests: NumberedTest[];
  /**
   * A candidate that runs is checked against them. A failure costs one retry, but leaves it valid. Absent: judges of its
   * class check them.
   */
  checkEvidence?: true;
  /** Those that judges say earlier candidates fail. */
  failedEvidence?: FailedCheck[];
  /** Numbered reading tests of the first moment. */
  openPoints?: NumberedTest[];
  candidateRetries: number;
  treatEmptyResultAsError: boolean;
  /** Refusals are retried as failed validations; absent: a refusal is an answer. */
  retryRefusals?: true;
  /** The model may inspect the database with tools; absent: no. */
  tools?: boolean;
  statement: { statementTimeoutMs: number; maxRows: number };
  /** What its SQL may use; absent in earlier releases. */
  guard?: GuardAllowance;
}
export interface GeneratorPayload {
  strategy: Strategy;
  temperature: number;
  /** The first answer, taken over from a continued question instead of asking the model. */
  adopt?: Pick<GeneratorResult, 'sql' | 'reasoning' | 'summary' | 'model'>;
}
export interface GeneratorResult {
  sql: string;
  /** Hash of the canonical form; '' without SQL. */
  canonical: string;
  reasoning: string;
  /** What the SQL returns, in words; absent if not given. */
  summary?: string;
  /** Why the question cannot be answered; absent with SQL. */
  refusal?: string;
  model: string;
  valid: boolean;
  retries: CandidateRetry[];
  examination: Id | null;
  execution: ExecutionSummary | null;
  /** Fingerprint of the result; candidates with the same one form a cluster. */
  cluster: string | null;
  complexity: number;
  /** Null if valid. */
  lastError: string | null;
  /** `lastError` with category and failed checks; null if valid, absent in earlier releases. */
  lastFailure?: LastFailure | null;
  /** Evidence-critical tests that it failed after the retry; it stays valid, and its judges see them. */
  evidenceFailures?: FailedCheck[];
  /** The model never answered in the required form. A `refusal` then is its prose. */
  notInForm?: true;
}

export interface TestGeneratorInput extends AttemptInput {
  moment: Moment;
  /** First moment: none. Second: one per behaviour class, or each distinct valid one while classes are unknown. */
  candidates: CandidateView[];
  /** Second moment: where candidates differ. */
  witnesses?: WitnessView[];
  /** Second moment: numbered distinct tests of the first; absent: hidden. */
  tests?: NumberedTest[];
  /** Statements of the removed tests, if the stage is repeated without a requirement left; absent the first time. */
  dropped?: string[];
  /** No reading tests wanted; absent: wanted. */
  readings?: false;
}
export interface TestGeneratorPayload {
  temperature: number;
  /** Batches with this temperature, which one call may write; absent: one. */
  alike?: number;
}
export interface TestGeneratorResult {
  reasoning: string;
  tests: (WrittenTest & { id: Id })[];
}

export interface TestReducerInput extends AttemptInput {
  /** Distinct tests, numbered from 1. */
  tests: NumberedTest[];
}
export type TestReducerPayload = Record<string, never>;
export interface TestReducerResult {
  reasoning: string;
  /** Test numbers; null if no grouping covered each test exactly once. */
  groups: { keep: number; duplicates: number[] }[] | null;
  reasks: number;
}

export interface EvaluatorInput extends AttemptInput {
  tests: NumberedTest[];
}
export interface EvaluatorPayload {
  candidate: CandidateView;
  /** Numbers of tests to judge by; absent: all. */
  tests?: number[];
  /** Those of them asked as reading tests; absent: none, or unknown. */
  readings?: number[];
  /** Where it differs from other candidates. */
  witnesses?: WitnessView[];
}
export interface UncoveredFault {
  fault: string;
  requirement: string;
}
export interface EvaluatorResult {
  reasoning: string;
  /**
   * One per test, by number; unanswered tests are FAIL "not evaluated". For a reading test, PASS names the chosen
   * alternative, FAIL means none.
   */
  verdicts: { number: number; verdict: 'PASS' | 'FAIL'; reason: string; alternative?: string }[];
  notDemanded?: number[];
  /** Faults that change rows without a covering test. */
  uncovered?: UncoveredFault[];
  /** Numbers of tests left out (`missing`), invented (`extra`) or with contradictory verdicts (`contradicting`). */
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
  witnesses?: WitnessView[];
  failed: { number: number; reason: string }[];
}
export interface SupervisorResult {
  reasoning: string;
  /** One per failed test, by number. */
  reviews: { number: number; verdict: 'PASS' | 'FAIL'; severity: Severity; reason: string }[];
  missing: number[];
  extra: number[];
  contradicting: number[];
  reasks: number;
}

/** A contested test with the judges' statements. Candidates are the n of `SQL #n`. */
export interface ContestedTest {
  number: number;
  by: ContestedBy;
  /** Why it is not demanded; of an added test, the fault that it covers. */
  objections: { sql: number; reason: string }[];
}

export interface TrialInput extends AttemptInput {
  tests: NumberedTest[];
  candidates: CandidateView[];
}
export interface TrialPayload {
  contested: ContestedTest[];
}
export interface TrialResult {
  reasoning: string;
  decisions: {
    number: number;
    decision: TrialDecision;
    reason: string;
    /** For a reading: the meaning of a SQL that does not follow the statement. */
    otherwise?: string;
  }[];
}

export interface SqlSelectorInput extends AttemptInput {
  /** Passing results beyond the finalist limit. */
  leftOut?: number;
}
export interface SqlSelectorPayload {
  /** `first` is shown as A. */
  first: CandidateView;
  second: CandidateView;
  /** A small database on which the two differ, if known. */
  witness?: WitnessView;
}
export interface SqlSelectorResult {
  reasoning: string;
  /** Candidate id; null is a tie. */
  winner: Id | null;
  /** 0–1. */
  confidence: number;
}

/** Looks up values in the target, and introspects if stale. */
export type PreparePayload = RequestedValues;

/** Tasks of a stage share its `input`. */
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

type StagesOf<Queue extends TaskQueue> = {
  [Kind in StageKind]: (typeof QUEUE_OF_STAGE)[Kind] extends Queue ? Kind : never;
}[StageKind];

export type QueueTask<Queue extends TaskQueue> = StageCatalog[StagesOf<Queue>];

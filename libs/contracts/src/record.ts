import type {
  CandidateRetry,
  EscalationContext,
  FailedCheck,
  LastFailure,
  Moment,
  Severity,
  Strategy,
} from './question.js';
import type { Cell, ResultColumn } from './database.js';
import type { ErrorNote } from './errors.js';
import type { RecordedEvent } from './events.js';
import type { Id } from './ids.js';
import type { Level } from './level.js';
import type { RunStatus } from './work.js';
import type { Settings } from './settings.js';

/** The decision cases of an attempt. */
export const CASES = ['A', 'B', 'C', 'D'] as const;
export type DecisionCase = (typeof CASES)[number];

/**
 * Why a question went on to the next level: no valid SQL came, no SQL held (case D), or models that did not answer in
 * form left a stage with too little to decide on.
 */
export const ESCALATION_REASONS = ['NO_SQL', 'ALL_FAILED', 'TOO_LITTLE'] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

export type QuestionStatus = Exclude<RunStatus, 'DONE'>;

/** Seed 000's result object. */
export interface QuestionResult {
  result: 'GOLD' | 'SILVER' | 'FAILED';
  sqlList: { sql: string; failedTests: { test: string; reason: string }[] }[];
}

export interface Usage {
  /** Answered calls that were paid for. */
  modelCalls: number;
  replayedCalls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

export interface QuestionView {
  id: Id;
  workspace: Id;
  question: string;
  requestedLevel: Level;
  level: Level;
  status: QuestionStatus;
  case: DecisionCase | null;
  result: QuestionResult | null;
  confidence: number | null;
  usage: Usage;
  error: ErrorNote | null;
  createdAt: string;
  finishedAt: string | null;
}

export type SelectionMethod =
  'only-passer' | 'single-result' | 'judge' | 'cluster' | 'frequent' | 'simplest' | 'coin' | 'silver' | 'bypass';

export interface Selection {
  by: SelectionMethod;
  finalists: {
    candidate: Id;
    /** Valid candidates that returned this result, duplicates included. */
    clusterSize: number;
    /** Valid candidates with this canonical text, duplicates included; absent in records of earlier releases. */
    frequency?: number;
    complexity: number;
    wins: number;
  }[];
  /** Results of passing SQLs that were not compared, beyond the limit of finalists; absent where there are none. */
  leftOut?: number;
}

export type Verdict = 'PASS' | 'FAIL' | 'UNDECIDED';

export interface CandidateRecord {
  id: Id;
  ordinal: number;
  sql: string;
  reasoning: string;
  strategy: Strategy;
  temperature: number;
  model: string;
  valid: boolean;
  duplicateOf: Id | null;
  repeatsFailed: boolean;
  cluster: string | null;
  complexity: number;
  retries: CandidateRetry[];
  /** Why it is not valid, after its last retry; absent where it is. */
  lastFailure?: LastFailure;
  /** Evidence-critical tests that a valid candidate failed when it was written; absent where it failed none. */
  evidenceFailures?: FailedCheck[];
  execution: {
    columns: ResultColumn[];
    rowCount: number;
    rows: Cell[][];
    truncated: boolean;
    elapsedMs: number;
    error: string | null;
  } | null;
}

export interface TestRecord {
  id: Id;
  /** Null if reduced away. */
  number: number | null;
  statement: string;
  evidenceCritical: boolean;
  moment: Moment;
  batch: number;
  /** The kept test that stands for this one; null for a kept test. */
  keptAs: Id | null;
  /** Tests that this one stands for. */
  duplicates: Id[];
}

export type Judge = 'evaluator' | 'supervisor';

export interface AttemptRecord {
  level: Level;
  reason: EscalationReason | null;
  case: DecisionCase | null;
  caseBeforeReview: 'C' | null;
  passThreshold: number;
  startedAt: string;
  finishedAt: string | null;
  escalationContext: EscalationContext | null;
  candidates: CandidateRecord[];
  tests: TestRecord[];
  verdicts: {
    candidate: Id;
    test: Id;
    verdict: Verdict;
    reason: string;
    severity: Severity | null;
    by: Judge;
  }[];
  evaluations: {
    candidate: Id;
    by: Judge;
    reasoning: string;
    missing: number[];
    extra: number[];
    contradicting: number[];
    reasks: number;
  }[];
  scores: { candidate: Id; by: Judge; passed: number; total: number; passRate: number; text: string }[];
  comparisons: {
    a: Id;
    b: Id;
    shownFirst: Id;
    winner: Id | null;
    confidence: number;
    reasoning: string;
  }[];
  selection: Selection | null;
  winner: Id | null;
}

export interface CallRecord {
  id: Id;
  agent: string;
  task: Id;
  ordinal: number;
  model: string;
  promptHash: string;
  status: 'answered' | 'failed';
  finishReason: string | null;
  error: ErrorNote | null;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
  latencyMs: number;
  parser: string | null;
  repaired: boolean;
  flags: string[];
  replayed: boolean;
}

export interface EscalationRecord extends QuestionView {
  settings: Settings;
  seed: number;
  schemaHash: string | null;
  stopReason: string | null;
  attempts: AttemptRecord[];
  calls: CallRecord[];
  events: RecordedEvent[];
}

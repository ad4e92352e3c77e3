import { RUN_STATUSES, type RunStatus } from './work.js';

/** A: one candidate passes all tests; B: several do; C: none, but some nearly; D: none nearly. */
export const CASES = ['A', 'B', 'C', 'D'] as const;
export type DecisionCase = (typeof CASES)[number];

/** No valid SQL; none passes (case D); too little to decide on, as with malformed answers or no likely SQL. */
export const ESCALATION_REASONS = ['NO_SQL', 'ALL_FAILED', 'TOO_LITTLE'] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

export type QuestionStatus = Exclude<RunStatus, 'DONE'>;
export const QUESTION_STATUSES = RUN_STATUSES.filter((status): status is QuestionStatus => status !== 'DONE');

/** Categories for retry messages, derived from the database's error code. */
export const ERROR_CATEGORIES = [
  'SYNTAX_ERROR',
  'SCHEMA_ERROR',
  'EXECUTION_ERROR',
  'EMPTY_RESULT',
  'VALIDATION_FAILED',
  'EVIDENCE_MISMATCH',
] as const;
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

export const STRATEGIES = ['query-plan', 'divide-and-conquer', 'step-by-step'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** When test generators write: before candidates are known, or knowing them. */
export const MOMENTS = ['precompute', 'evaluation'] as const;
export type Moment = (typeof MOMENTS)[number];
/** Origin of a test: a moment of the test writers, or a judge. */
export const TEST_MOMENTS = [...MOMENTS, 'judge'] as const;

/** A requirement must hold; a reading test distinguishes interpretations and cannot fail. */
export const TEST_KINDS = ['requirement', 'reading'] as const;
export type TestKind = (typeof TEST_KINDS)[number];

export const SEVERITIES = ['blocking', 'minor', 'none'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * A judge objects to it, it was merged with a reading test, the leading class fails it and none passes everything, or a
 * judge added it. `all-fail`: earlier releases.
 */
export const CONTESTED_BY = ['objection', 'kinds', 'leader-fails', 'uncovered', 'all-fail'] as const;
export type ContestedBy = (typeof CONTESTED_BY)[number];

/** `demanded`: a requirement; `reading`: one way to understand the question; `mistaken`: it counts for nothing. */
export const TRIAL_DECISIONS = ['demanded', 'reading', 'mistaken'] as const;
export type TrialDecision = (typeof TRIAL_DECISIONS)[number];

import { RUN_STATUSES, type RunStatus } from './work.js';

/** A: one candidate passes all tests; B: several do; C: none, but some nearly; D: none nearly. */
export const CASES = ['A', 'B', 'C', 'D'] as const;
export type DecisionCase = (typeof CASES)[number];

/**
 * Reasons for the next level: no valid SQL; none passes (case D); too little to decide on, as with malformed answers or
 * no likely SQL.
 */
export const ESCALATION_REASONS = ['NO_SQL', 'ALL_FAILED', 'TOO_LITTLE'] as const;
export type EscalationReason = (typeof ESCALATION_REASONS)[number];

export type QuestionStatus = Exclude<RunStatus, 'DONE'>;
export const QUESTION_STATUSES = RUN_STATUSES.filter((status): status is QuestionStatus => status !== 'DONE');

import { RUN_STATUSES, type RunStatus } from './work.js';

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
/** Where a question stands; DONE is a story evaluation's. */
export const QUESTION_STATUSES = RUN_STATUSES.filter((status): status is QuestionStatus => status !== 'DONE');

import { z } from 'zod';
import { id, time } from './fields.js';

/** `failed`: there was no answer; `error`: whether it is right could not be decided. */
export const EVALUATION_OUTCOMES = ['right', 'wrong', 'failed', 'error'] as const;
export type EvaluationOutcome = (typeof EVALUATION_OUTCOMES)[number];

/** Inputs of an evaluation besides its gold SQLs; a change of one makes it due again. */
export const EVALUATION_CONDITIONS = ['schema', 'models', 'prompts'] as const;
export type EvaluationCondition = (typeof EVALUATION_CONDITIONS)[number];

/** Gold SQLs of a workspace asked as questions, each excluded from its own prompts. */
export const workspaceEvaluationSchema = z.object({
  id,
  workspace: id,
  status: z.enum(['RUNNING', 'DONE', 'CANCELLED']),
  repeats: z.int().describe('How often each is asked.'),
  goldSqls: z.int().describe('Gold SQLs asked: of several for one question, only the newest.'),
  outcomes: z.object({ right: z.int(), wrong: z.int(), failed: z.int(), error: z.int() }),
  /**
   * pass^k for k = 1 to `repeats`, percent: probability that k answers to a gold SQL are all right. Empty until done.
   */
  passHatK: z.array(z.number()),
  /** Why it is blocked; null if it is not. */
  waitingFor: z.string().nullable(),
  /** Changes since, which make it due again. */
  changedSince: z.array(z.enum(EVALUATION_CONDITIONS)),
  models: z.array(z.string()).describe('Names of the models that were configured.'),
  createdAt: time,
  finishedAt: time.nullable(),
});
export type WorkspaceEvaluation = z.infer<typeof workspaceEvaluationSchema>;

export const workspaceEvaluationDetailSchema = workspaceEvaluationSchema.extend({
  answers: z.array(
    z.object({
      goldSql: id,
      question: z.string(),
      sql: z.string(),
      repeat: z.int(),
      /** The question that was asked; null before, and after its erasure. */
      asked: id.nullable(),
      outcome: z.enum(EVALUATION_OUTCOMES).nullable(),
      winner: z.string().nullable(),
      /** Why the outcome is `error`. */
      message: z.string().nullable(),
    }),
  ),
});
export type WorkspaceEvaluationDetail = z.infer<typeof workspaceEvaluationDetailSchema>;
export type EvaluationAnswer = WorkspaceEvaluationDetail['answers'][number];

/** `repeats` is the default. */
export const EVALUATION_BOUNDS = { repeats: 3, mostRepeats: 10, mostQuestions: 1000 } as const;

import { z } from 'zod';
import { id, time } from './fields.js';

/** What became of one answer of an evaluation: `failed` where there was none, `error` where nothing can be said. */
export const EVALUATION_OUTCOMES = ['right', 'wrong', 'failed', 'error'] as const;
export type EvaluationOutcome = (typeof EVALUATION_OUTCOMES)[number];

/** What an evaluation depends on, beside its gold SQLs. */
export const EVALUATION_CONDITIONS = ['schema', 'models', 'prompts'] as const;
export type EvaluationCondition = (typeof EVALUATION_CONDITIONS)[number];

/** A workspace's gold SQLs asked as questions, each of them left out of its own prompts. */
export const workspaceEvaluationSchema = z.object({
  id,
  workspace: id,
  status: z.enum(['RUNNING', 'DONE', 'CANCELLED']),
  repeats: z.int().describe('How often each is asked.'),
  goldSqls: z.int().describe('Those asked: of several of one question, the newest stands for the others.'),
  /** Answers by what became of them; those that are still to come are in none. */
  outcomes: z.object({ right: z.int(), wrong: z.int(), failed: z.int(), error: z.int() }),
  /** pass^k for k = 1 to `repeats`, percent: how likely k answers to one gold SQL are all right. Empty until it is done. */
  passHatK: z.array(z.number()),
  /** Why it does not go on at the moment; null where it does. */
  waitingFor: z.string().nullable(),
  /** What has changed since, so that it is due again. */
  changedSince: z.array(z.enum(EVALUATION_CONDITIONS)),
  models: z.array(z.string()).describe('Names of the models that were configured.'),
  createdAt: time,
  finishedAt: time.nullable(),
});
export type WorkspaceEvaluation = z.infer<typeof workspaceEvaluationSchema>;

/** An evaluation with its answers. */
export const workspaceEvaluationDetailSchema = workspaceEvaluationSchema.extend({
  answers: z.array(
    z.object({
      goldSql: id,
      /** As they were when it began. */
      question: z.string(),
      sql: z.string(),
      repeat: z.int(),
      /** The question that was asked; null until it is, and where its record is erased. */
      asked: id.nullable(),
      outcome: z.enum(EVALUATION_OUTCOMES).nullable(),
      /** The SQL that won. */
      winner: z.string().nullable(),
      /** Why nothing can be said of it. */
      message: z.string().nullable(),
    }),
  ),
});
export type WorkspaceEvaluationDetail = z.infer<typeof workspaceEvaluationDetailSchema>;
export type EvaluationAnswer = WorkspaceEvaluationDetail['answers'][number];

/** How often an evaluation asks each gold SQL, by default and at most; and the questions that it asks at most. */
export const EVALUATION_BOUNDS = { repeats: 3, mostRepeats: 10, mostQuestions: 1000 } as const;

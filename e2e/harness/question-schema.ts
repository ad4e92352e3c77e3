import { z } from 'zod';
import { caseName, code, count, errorNote, failedTests, id, level, status, time } from './record-fields.js';

const resultSchema = z.strictObject({
  result: z.enum(['GOLD', 'SILVER', 'FAILED']),
  sqlList: z.array(
    // `alsoAs` if other texts behave alike
    z.strictObject({ sql: z.string(), failedTests, alsoAs: z.array(z.string()).min(1).optional() }),
  ),
});

const ACTIONS = [
  'add-evidence',
  'settle',
  'edit-question',
  'raise-level',
  'check-database',
  'check-model',
  'retry',
] as const;

/** Also on its record. */
export const questionFields = {
  id,
  workspace: id,
  question: z.string().min(1),
  requestedLevel: level,
  level,
  status,
  case: caseName.nullable(),
  result: resultSchema.nullable(),
  confidence: z.number().min(0).max(1).nullable(),
  contested: z.strictObject({ by: z.enum(['failed-tests', 'low-confidence']), message: z.string().min(1) }).nullable(),
  // only of SILVER
  silver: z
    .strictObject({ why: z.enum(['failed-tests', 'other-reading', 'untested', 'limit']), message: z.string().min(1) })
    .optional(),
  // only of FAILED
  reason: z
    .strictObject({ kind: z.enum(['refused', 'no-candidate', 'tests', 'none-likely']), message: z.string().min(1) })
    .optional(),
  mostLikely: z
    .strictObject({ sql: z.string().min(1), confidence: z.number().min(0).max(1), failed: failedTests })
    .nullable(),
  usage: z.strictObject({
    modelCalls: count,
    replayedCalls: count,
    inputTokens: count,
    outputTokens: count,
    cachedInputTokens: count,
    cacheWriteTokens: count,
    costUsd: z.number().min(0),
  }),
  error: errorNote.nullable(),
  summary: z.string().min(1).nullable(),
  refusals: z.array(z.string().min(1)),
  nextSteps: z.array(z.strictObject({ action: z.enum(ACTIONS), message: z.string().min(1) })),
  readings: z.array(
    z.strictObject({
      id,
      statement: z.string().min(1),
      sql: z.string().min(1),
      share: z.number().min(0).max(1),
      posterior: z.number().min(0).max(1).nullable(),
      chosen: z.boolean(),
      rowCount: count.nullable(),
    }),
  ),
  openPoints: z.array(
    z.strictObject({
      id,
      question: z.string().min(1),
      options: z.array(z.strictObject({ id: z.string().min(1), meaning: z.string().min(1), reading: id })),
      settled: z.string().min(1).nullable(),
      // for weak splits
      weak: z.literal(true).optional(),
    }),
  ),
  name: z.string().min(1).nullable(),
  follows: id.nullable(),
  continues: id.nullable(),
  liked: z.boolean(),
  corrected: z.boolean(),
  correctedSql: z.string().min(1).optional(),
  createdAt: time,
  finishedAt: time.nullable(),
};

/** `GET /v1/questions/:id`. */
export const questionSchema = z.strictObject(questionFields);
export type Question = z.infer<typeof questionSchema>;

/** Any answer that is not 2xx. */
export const problemSchema = z.strictObject({
  type: z.string().min(1),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  code,
  errors: z.array(z.strictObject({ field: z.string().min(1), message: z.string().min(1) })).optional(),
  nextSteps: z
    .array(
      z.strictObject({
        action: z.enum([...ACTIONS, 'edit-request', 'check-key', 'look-up']),
        message: z.string().min(1),
      }),
    )
    .min(1),
});
export type Problem = z.infer<typeof problemSchema>;

import { z } from 'zod';
import { columns, id, rows } from './fields.js';
import { ERROR_CATEGORIES, STRATEGIES } from '../record.js';

const failedCheck = z.object({
  /** Name of the check, or statement of the test. */
  check: z.string(),
  reason: z.string(),
});

export const candidateSchema = z.object({
  id,
  ordinal: z.int(),
  sql: z.string(),
  reasoning: z.string(),
  summary: z.string().optional().describe('What it returns, in plain words; absent where its model did not say.'),
  strategy: z.enum(STRATEGIES),
  temperature: z.number(),
  model: z.string(),
  valid: z.boolean(),
  duplicateOf: id.nullable(),
  repeatsFailed: z.boolean(),
  cluster: z.string().nullable(),
  behaviour: z
    .string()
    .nullable()
    .describe('Class of equal behaviour; null if it is invalid, or if each SQL is judged separately.'),
  complexity: z.number(),
  retries: z.array(
    z.object({
      /** From 1. */
      attempt: z.int(),
      category: z.enum(ERROR_CATEGORIES),
      message: z.string(),
      sql: z.string(),
    }),
  ),
  lastFailure: z
    .object({
      category: z.enum(ERROR_CATEGORIES),
      message: z.string(),
      failedChecks: z.array(failedCheck),
    })
    .optional()
    .describe('Why it is not valid, after its last retry; absent where it is valid.'),
  evidenceFailures: z
    .array(failedCheck)
    .optional()
    .describe(
      'Evidence-critical tests that a valid candidate failed when it was written; absent where it failed none.',
    ),
  execution: z
    .object({
      columns,
      rowCount: z.int(),
      rows,
      truncated: z.boolean(),
      elapsedMs: z.number(),
      error: z.string().nullable(),
    })
    .nullable(),
});
export type CandidateRecord = z.infer<typeof candidateSchema>;
export type CandidateRetry = CandidateRecord['retries'][number];

export type LastFailure = NonNullable<CandidateRecord['lastFailure']>;

export type FailedCheck = z.infer<typeof failedCheck>;

import { z } from 'zod';
import { count, id, share } from './record-fields.js';

const errorCategory = z.enum([
  'SYNTAX_ERROR',
  'SCHEMA_ERROR',
  'EXECUTION_ERROR',
  'EMPTY_RESULT',
  'VALIDATION_FAILED',
  'EVIDENCE_MISMATCH',
]);

export const candidateSchema = z.strictObject({
  id,
  ordinal: z.int().min(1),
  sql: z.string(),
  reasoning: z.string(),
  // only where its model said so
  summary: z.string().min(1).optional(),
  strategy: z.enum(['query-plan', 'divide-and-conquer', 'step-by-step']),
  temperature: share,
  model: z.string(),
  valid: z.boolean(),
  duplicateOf: id.nullable(),
  repeatsFailed: z.boolean(),
  cluster: z.string().nullable(),
  behaviour: z.string().min(1).nullable(),
  complexity: z.number().min(0),
  retries: z.array(
    z.strictObject({
      attempt: z.int().min(1),
      category: errorCategory,
      message: z.string().min(1),
      sql: z.string(),
    }),
  ),
  // if rejected in the end
  lastFailure: z
    .strictObject({
      category: errorCategory,
      message: z.string().min(1),
      failedChecks: z.array(z.strictObject({ check: z.string().min(1), reason: z.string() })),
    })
    .optional(),
  // if valid
  evidenceFailures: z
    .array(z.strictObject({ check: z.string().min(1), reason: z.string() }))
    .min(1)
    .optional(),
  execution: z
    .strictObject({
      columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
      rowCount: count,
      rows: z.array(z.array(z.unknown())),
      truncated: z.boolean(),
      elapsedMs: z.number().min(0),
      error: z.string().nullable(),
    })
    .nullable(),
});

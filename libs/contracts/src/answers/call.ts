import { z } from 'zod';
import { id, note } from './fields.js';

const callFields = {
  id,
  agent: z.string(),
  task: id,
  ordinal: z.int(),
  model: z.string(),
  promptHash: z.string(),
  status: z.enum(['answered', 'failed']),
  finishReason: z.string().nullable(),
  error: note.nullable(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cachedTokens: z
    .int()
    .nullable()
    .describe('Of the input tokens; null where the endpoint does not say, or answers are not kept.'),
  cacheWriteTokens: z.int().nullable().describe('Of the input tokens, written to a cache; null as `cachedTokens`.'),
  costUsd: z.number().nullable(),
  latencyMs: z.number(),
  parser: z.string().nullable(),
  repaired: z.boolean(),
  flags: z.array(z.string()),
  replayed: z.boolean(),
};
export const callSchema = z.object(callFields);
export type CallRecord = z.infer<typeof callSchema>;

export const callDetailSchema = z.object({
  ...callFields,
  request: z.unknown().describe('Messages and parameters as they were sent.'),
  response: z.unknown().describe("The endpoint's answer as it came."),
  normalised: z.unknown().describe('The answer after parsing, repair and coercion.'),
});
export type CallDetail = z.infer<typeof callDetailSchema>;

import { z } from 'zod';
import { attemptSchema } from './attempt-schema.js';
import { eventSchema } from './event-schema.js';
import { questionFields } from './question-schema.js';
import { agent, count, errorNote, id, level, time } from './record-fields.js';
import { settingsSchema } from './settings-schema.js';

/** Exactly the outside contract. */
export const recordSchema = z.strictObject({
  ...questionFields,
  settings: settingsSchema,
  seed: z.int(),
  schemaHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  models: z.record(z.string().regex(/^[a-z-]+ (BASIC|ADVANCED|EXPERT)$/), z.string().min(1)),
  judges: z.array(
    z.strictObject({
      agent: agent.extract(['evaluator', 'sql-selector']),
      level,
      model: z.string().min(1),
      right: count,
      wrong: count,
      reliability: z.number().gt(0).max(0.95),
      followsUncovered: z.number().gt(0).lt(1).optional(),
    }),
  ),
  stopReason: z.string().nullable(),
  definitions: z.array(
    z.strictObject({
      name: z.string().min(1),
      source: z.string().min(1),
      text: z.string().min(1),
      test: z.string().min(1).optional(),
    }),
  ),
  corrections: z.array(
    z.strictObject({
      id,
      sql: z.string().nullable(),
      comment: z.string().nullable(),
      goldSql: id.nullable(),
      createdAt: time,
    }),
  ),
  settlements: z.array(
    z.strictObject({
      id,
      openPoint: id,
      option: z.string().min(1),
      reading: id,
      sql: z.string().min(1),
      remembered: z.boolean(),
      createdAt: time,
    }),
  ),
  attempts: z.array(attemptSchema),
  calls: z.array(
    z.strictObject({
      id,
      agent,
      task: id,
      ordinal: z.int().min(0),
      model: z.string(),
      promptHash: z.string().regex(/^[0-9a-f]{64}$/),
      status: z.enum(['answered', 'failed']),
      finishReason: z.string().nullable(),
      error: errorNote.nullable(),
      inputTokens: count,
      outputTokens: count,
      costUsd: z.number().min(0).nullable(),
      cachedTokens: count.nullable(),
      cacheWriteTokens: count.nullable(),
      latencyMs: z.number().min(0),
      parser: z.string().nullable(),
      repaired: z.boolean(),
      flags: z.array(z.string()),
      replayed: z.boolean(),
    }),
  ),
  events: z.array(eventSchema),
});
export type Record = z.infer<typeof recordSchema>;

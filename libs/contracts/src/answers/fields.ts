import { z } from 'zod';
import { LEVELS } from '../level.js';
import type { Cell } from '../database.js';

/** Fields that several answers have. */

export const id = z.uuid().describe('UUIDv7');
export const time = z.iso.datetime();
export const describedTime = time.describe('ISO 8601, UTC');
export const level = z.enum(LEVELS);
export const note = z.object({ code: z.string(), message: z.string() });
export const failedTest = z.object({ test: z.string(), reason: z.string() });
export const cell = z.custom<Cell>().describe('Any JSON; big integers, decimals, dates and bytes as text.');
export const rows = z.array(z.array(cell));
export const columns = z.array(
  z.object({
    name: z.string(),
    /** The database's own name of the type, as far as its driver tells it. */
    type: z.string(),
  }),
);
export const usage = z.object({
  /** Answered calls that were paid for. */
  modelCalls: z.int(),
  replayedCalls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  costUsd: z.number(),
});
export const privileges = z.object({
  superuser: z.boolean(),
  canWrite: z.boolean(),
  /** What the role may do beyond reading, in words. */
  findings: z.array(z.string()),
  /**
   * Names of what reaches beyond its own rights and this database: functions that run with their owner's rights
   * (`schema.name(arguments)`), extensions, foreign-data wrappers and servers. Absent: none.
   */
  reach: z.array(z.string()).optional(),
});

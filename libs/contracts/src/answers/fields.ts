import { z } from 'zod';
import { LEVELS } from '../level.js';
import type { Cell } from '../cell.js';

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
    /** Type name as reported by the driver. */
    type: z.string(),
  }),
);
export const usage = z.object({
  /** Answered and paid calls. */
  modelCalls: z.int(),
  replayedCalls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Input tokens read from providers' caches and written to them, if reported. */
  cachedInputTokens: z.int(),
  cacheWriteTokens: z.int(),
  costUsd: z.number(),
});
export const privileges = z.object({
  superuser: z.boolean(),
  canWrite: z.boolean(),
  /** Rights of the role beyond reading. */
  findings: z.array(z.string()),
  /**
   * Names of what reaches beyond the role's rights and this database: owner's-rights functions
   * (`schema.name(arguments)`), extensions, foreign-data wrappers, servers.
   */
  reach: z.array(z.string()).optional(),
});

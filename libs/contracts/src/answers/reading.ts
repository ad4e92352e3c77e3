import { z } from 'zod';
import { id } from './fields.js';

/** One way to understand an ambiguity. */
export const alternativeSchema = z.object({ id: z.string().min(1), meaning: z.string().min(1) });
export type Alternative = z.infer<typeof alternativeSchema>;

/** A consistent choice of alternatives. */
export const readingSchema = z.object({
  id: id.describe('Its representative candidate.'),
  statement: z.string().describe('What is meant, in words.'),
  sql: z.string(),
  share: z.number().min(0).max(1).describe('Of the valid candidates.'),
  posterior: z.number().min(0).max(1).nullable().describe('How likely it is right; null where odds are not weighed.'),
  chosen: z.boolean().describe('Whether it is the answer.'),
  rowCount: z.int().nullable().describe('Rows that it returned when it was judged; null where that is not known.'),
});
export type Reading = z.infer<typeof readingSchema>;

/** A difference between admissible answers, as a question to the user. */
export const openPointSchema = z.object({
  id: id.describe('The test that it comes from; for a weak split, the candidate that differs.'),
  question: z.string(),
  options: z.array(alternativeSchema.extend({ reading: id.describe('The reading that it leads to.') })),
  settled: z.string().nullable().describe('The chosen option; null if none is chosen.'),
  weak: z
    .literal(true)
    .optional()
    .describe(
      'Two SQLs of one answer differ on data unlike any so far, shown by a witness; absent for points of tests.',
    ),
});
export type OpenPoint = z.infer<typeof openPointSchema>;

export const settlementSchema = z.object({
  id,
  openPoint: id,
  option: z.string(),
  reading: id.describe('The candidate that answers from then on.'),
  sql: z.string(),
  remembered: z.boolean().describe("Whether it was added to the workspace's evidence."),
  createdAt: z.iso.datetime(),
});
export type SettlementView = z.infer<typeof settlementSchema>;

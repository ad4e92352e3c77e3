import { z } from 'zod';
import { level } from './fields.js';

/** Agents whose verdicts are weighted: evaluator on a class, selector on a pair. */
export const WEIGHED_AGENTS = ['evaluator', 'sql-selector'] as const;
export type WeighedAgent = (typeof WEIGHED_AGENTS)[number];

/** Assumed reliability of a judge at the start of the question. */
export const judgeBeliefSchema = z.object({
  agent: z.enum(WEIGHED_AGENTS),
  level,
  model: z.string().describe('With its reasoning effort in brackets, where one is set.'),
  right: z
    .int()
    .min(0)
    .describe('Right judgements of this model before the question, from evaluations and corrections.'),
  wrong: z.int().min(0),
  reliability: z.number().min(0).max(1).describe('The probability that it is right, that the odds were made with.'),
  followsUncovered: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Share of questions whose uncovered fault is followed up, by recent reports; absent: all.'),
});
export type JudgeBelief = z.infer<typeof judgeBeliefSchema>;

import { z } from 'zod';
import { level } from './fields.js';

/** Agents whose word is weighed: the evaluator's on a class of candidates, the selector's on a pair of them. */
export const WEIGHED_AGENTS = ['evaluator', 'sql-selector'] as const;
export type WeighedAgent = (typeof WEIGHED_AGENTS)[number];

/** What was believed of a judge when the question was asked. */
export const judgeBeliefSchema = z.object({
  agent: z.enum(WEIGHED_AGENTS),
  level,
  model: z.string().describe('With its reasoning effort in brackets, where one is set.'),
  right: z.int().min(0).describe('How often this model was right by then, as evaluations and corrections told.'),
  wrong: z.int().min(0),
  reliability: z.number().min(0).max(1).describe('The probability that it is right, that the odds were made with.'),
});
export type JudgeBelief = z.infer<typeof judgeBeliefSchema>;

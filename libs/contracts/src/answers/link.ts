import { z } from 'zod';
import { chartSchema } from './chart.js';
import { describedTime as time } from './fields.js';
import { questionFields, rowsSchema } from './question.js';

export const linkSchema = z.object({
  path: z.string().describe('Of the page. Who has it reads the answer; `/answer` behind it is the same as JSON.'),
  expiresAt: time,
});
export type LinkView = z.infer<typeof linkSchema>;

const { question, status, confidence, contested, silver, summary } = questionFields;

/** What a link shows: an answer and its rows now. */
export const linkedAnswerSchema = z.object({
  question,
  status,
  confidence,
  contested,
  silver,
  summary,
  approved: z.boolean().describe('Whether an approved gold SQL answered.'),
  sql: z.string(),
  rows: rowsSchema,
  chart: chartSchema.nullable(),
  expiresAt: time,
});
export type LinkedAnswer = z.infer<typeof linkedAnswerSchema>;

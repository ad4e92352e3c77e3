import { z } from 'zod';
import type { Agent } from './services.js';

const reasoning = z.string().describe('Your reasoning, before the answer itself.');
const testNumber = z.int().min(1).describe('The number of the test.');
const judgement = z.enum(['OK', 'KO']);

/** What models answer with, by schema name. The names and shapes are the outside contract. */
export const answerContracts = {
  sql_candidate: z.object({
    reasoning,
    sql: z.string().describe('One read-only SQL statement; empty when you refuse.'),
    summary: z
      .string()
      .optional()
      .describe('One or two sentences for somebody who reads no SQL: what is returned, over what, with which filters.'),
    refusal: z.string().optional().describe('Why the question cannot be answered from this database.'),
  }),
  test_suite: z.object({
    reasoning,
    tests: z.array(z.object({ statement: z.string().min(1), evidenceCritical: z.boolean() })),
  }),
  reduced_tests: z.object({
    reasoning,
    groups: z.array(z.object({ keep: testNumber, duplicates: z.array(testNumber) })),
  }),
  verdicts: z.object({
    reasoning,
    verdicts: z.array(z.object({ test: testNumber, verdict: judgement, reason: z.string() })),
  }),
  review: z.object({
    reasoning,
    reviews: z.array(
      z.object({
        test: testNumber,
        verdict: judgement,
        severity: z.enum(['blocking', 'minor', 'none']),
        reason: z.string(),
      }),
    ),
  }),
  choice: z.object({
    reasoning,
    winner: z.enum(['A', 'B', 'tie']),
    confidence: z.number().min(0).max(1),
  }),
} as const;

export type AnswerContractName = keyof typeof answerContracts;
export type AgentAnswer<Name extends AnswerContractName> = z.infer<(typeof answerContracts)[Name]>;

/** Which contract each agent answers by. */
export const contractOfAgent = {
  generator: 'sql_candidate',
  'test-generator': 'test_suite',
  'test-reducer': 'reduced_tests',
  evaluator: 'verdicts',
  supervisor: 'review',
  'sql-selector': 'choice',
} as const satisfies Record<Agent, AnswerContractName>;

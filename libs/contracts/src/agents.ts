import { z } from 'zod';
import { TEST_KINDS } from './question.js';
import { TRIAL_DECISIONS } from './stages.js';
import type { Agent } from './services.js';

const reasoning = z.string().describe('Your reasoning, before the answer itself.');
const testNumber = z.int().min(1).describe('The number of the test.');
const judgement = z.enum(['OK', 'KO']);
const alternative = z.object({ id: z.string(), meaning: z.string().min(1) });

/** Answer contracts of models by schema name; part of the outside contract. */
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
    tests: z.array(
      z.object({
        statement: z.string().min(1),
        evidenceCritical: z.boolean(),
        kind: z.enum(TEST_KINDS).describe('Whether it must hold, or tells readings apart.'),
        alternatives: z
          .array(alternative)
          .describe('Of a reading test: the ways to understand the question; else empty.'),
      }),
    ),
  }),
  reduced_tests: z.object({
    reasoning,
    groups: z.array(z.object({ keep: testNumber, duplicates: z.array(testNumber) })),
  }),
  verdicts: z.object({
    reasoning,
    verdicts: z.array(
      z.object({
        test: testNumber,
        verdict: judgement,
        alternative: z
          .string()
          .describe('On a reading test: the id of the alternative that the SQL takes; else empty.'),
        reason: z.string(),
      }),
    ),
    notDemanded: z.array(testNumber).describe('Tests that demand what question, evidence and schema do not.'),
    uncovered: z
      .array(z.object({ fault: z.string(), requirement: z.string().min(1) }))
      .describe('Faults that change rows and that no test covers, each with the test that is missing.'),
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
  trial: z.object({
    reasoning,
    decisions: z.array(
      z.object({
        test: testNumber,
        decision: z.enum(TRIAL_DECISIONS),
        quote: z.string().describe('The words of the evidence that contradict an evidence-critical test; else empty.'),
        otherwise: z.string().describe('Of a reading: what else may be meant; else empty.'),
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

export const contractOfAgent = {
  generator: 'sql_candidate',
  'test-generator': 'test_suite',
  'test-reducer': 'reduced_tests',
  evaluator: 'verdicts',
  supervisor: 'review',
  'sql-selector': 'choice',
} as const satisfies Record<Agent, AnswerContractName>;

/** The contract of each prompt. */
export const contractOfPrompt = { ...contractOfAgent, trial: 'trial' } as const satisfies Record<
  string,
  AnswerContractName
>;
export type PromptName = keyof typeof contractOfPrompt;
export const PROMPT_NAMES = Object.keys(contractOfPrompt) as PromptName[];

export function agentOfPrompt(prompt: PromptName): Agent {
  return prompt === 'trial' ? 'supervisor' : prompt;
}

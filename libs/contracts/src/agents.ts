import { z } from 'zod';
import type { Agent } from './services.js';
import { TEST_KINDS, TRIAL_DECISIONS } from './record.js';

const reasoning = z.string().describe('Your reasoning, before the answer itself.');
const testNumber = z.int().min(1).describe('The number of the test.');
const judgement = z.enum(['OK', 'KO']);
const alternative = z.object({ id: z.string(), meaning: z.string().min(1) });

/** Part of the outside contract. */
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
        evidenceCritical: z.boolean().default(false),
        kind: z.enum(TEST_KINDS).default('requirement'),
        alternatives: z.array(alternative).default([]).describe('The ways to understand the question.'),
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
          .default('')
          .describe('The id of the alternative that the SQL takes; empty for none of them.'),
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
        quote: z.string().default('').describe('The words of the evidence that contradict an evidence-critical test.'),
        otherwise: z.string().default('').describe('What else may be meant.'),
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

/** Fields that models are asked for, by kind of list item; fields left out have defaults. */
export const askedItems: { [Name in keyof typeof answerContracts]?: { list: string; kinds: readonly string[][] } } = {
  test_suite: {
    list: 'tests',
    kinds: [['statement'], ['statement', 'evidenceCritical'], ['statement', 'alternatives']],
  },
  verdicts: {
    list: 'verdicts',
    kinds: [
      ['test', 'verdict', 'reason'],
      ['test', 'verdict', 'alternative', 'reason'],
    ],
  },
  trial: {
    list: 'decisions',
    kinds: [
      ['test', 'decision', 'reason'],
      ['test', 'decision', 'otherwise', 'reason'],
      ['test', 'decision', 'quote', 'reason'],
    ],
  },
};

export type AnswerContractName = keyof typeof answerContracts;
/** An answer with defaults filled in. */
export type AgentAnswer<Name extends AnswerContractName> = z.infer<(typeof answerContracts)[Name]>;

/** An answer whose items may leave out defaults. */
export type GivenAnswer<Name extends AnswerContractName> = z.input<(typeof answerContracts)[Name]>;

export const contractOfAgent = {
  generator: 'sql_candidate',
  'test-generator': 'test_suite',
  'test-reducer': 'reduced_tests',
  evaluator: 'verdicts',
  supervisor: 'review',
  'sql-selector': 'choice',
} as const satisfies Record<Agent, AnswerContractName>;

export const contractOfPrompt = { ...contractOfAgent, trial: 'trial' } as const satisfies Record<
  string,
  AnswerContractName
>;
export type PromptName = keyof typeof contractOfPrompt;
export const PROMPT_NAMES = Object.keys(contractOfPrompt) as PromptName[];

export function agentOfPrompt(prompt: PromptName): Agent {
  return prompt === 'trial' ? 'supervisor' : prompt;
}

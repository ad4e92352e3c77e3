import {
  bareQuestion,
  failing,
  fullQuestion,
  sampleCandidate,
  sampleTests,
  unexecuted,
  withheld,
} from '../sample-variables.js';
import { candidateScope, numbersOf } from '../scopes.js';
import type { CandidateVariables, QuestionVariables, TestVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { AIDS, CANDIDATE, DIALECT, DOUBT, MATERIAL } from './required-phrases.js';

/** What one prompt is made of. */
export interface EvaluatorVariables extends QuestionVariables {
  /** The tests to judge, under their own numbers. */
  tests: readonly TestVariables[];
  candidate: CandidateVariables;
  /** True when these tests are asked for again because an answer left them out. */
  reask: boolean;
}

const bare = { ...bareQuestion, tests: sampleTests, reask: false };

/** The prompts of the evaluator. */
export const evaluator: AgentPrompt<EvaluatorVariables> = {
  opening: 'shared',
  names: { stage: ['tests', 'testNumbers', 'reask'], job: ['candidate'] },
  scope: ({ tests, candidate, reask }) => ({
    tests,
    testNumbers: numbersOf(tests),
    candidate: candidateScope(candidate),
    reask,
  }),
  required: {
    system: ['# Strict', '# Fair', AIDS],
    user: [...DIALECT, AIDS, '3. ', 'not a verdict and not an order'],
    values: [...MATERIAL, ...CANDIDATE, ...DOUBT, 'test.statement'],
  },
  samples: [
    { ...fullQuestion, tests: sampleTests, candidate: sampleCandidate('candidate'), reask: true },
    { ...bare, candidate: withheld },
    { ...bare, candidate: unexecuted },
    { ...bare, candidate: failing },
  ],
};

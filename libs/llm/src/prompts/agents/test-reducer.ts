import { bareQuestion, fullQuestion, outside, sampleTests } from '../sample-variables.js';
import type { ContextVariables, TestVariables } from '../variables.js';
import { testScope } from '../scopes.js';
import type { AgentPrompt } from './agent-prompt.js';

/** No schema. */
export interface TestReducerVariables {
  context: ContextVariables;
  tests: readonly TestVariables[];
  /** Tests with similar wording, most similar first. */
  likelyDuplicates: readonly { first: number; second: number }[];
  /** Error of the previous grouping, our own text; null at first. */
  previousProblem: string | null;
}

export const testReducer: AgentPrompt<TestReducerVariables> = {
  hasOpening: false,
  names: { stage: ['tests', 'likelyDuplicates'], job: ['previousProblem'] },
  scope: ({ tests, likelyDuplicates, previousProblem }) => ({
    tests: tests.map(testScope),
    likelyDuplicates,
    previousProblem,
  }),
  required: {
    system: ['Substance, not wording'],
    user: ['3. ', '5. ', '- 3 and 5'],
    values: ['question', 'test.statement', 'previousProblem'],
  },
  samples: [
    {
      context: fullQuestion.context,
      tests: sampleTests,
      likelyDuplicates: [{ first: 3, second: 5 }],
      previousProblem: outside('previousProblem'),
    },
    { context: bareQuestion.context, tests: sampleTests, likelyDuplicates: [], previousProblem: null },
  ],
};

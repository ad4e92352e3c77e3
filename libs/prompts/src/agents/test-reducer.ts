import { bareQuestion, fullQuestion, outside, sampleTests } from '../sample-variables.js';
import type { ContextVariables, TestVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';

/** The reducer needs no schema. */
export interface TestReducerVariables {
  context: ContextVariables;
  tests: readonly TestVariables[];
  /** What was wrong with the previous grouping (our own words); null at first. */
  previousProblem: string | null;
}

/** The prompts of the test-reducer. */
export const testReducer: AgentPrompt<TestReducerVariables> = {
  opening: 'none',
  names: { stage: ['tests'], job: ['previousProblem'] },
  scope: ({ tests, previousProblem }) => ({ tests, previousProblem }),
  required: {
    system: ['Substance, not wording'],
    user: ['3. ', '5. '],
    values: ['question', 'test.statement', 'previousProblem'],
  },
  samples: [
    { context: fullQuestion.context, tests: sampleTests, previousProblem: outside('previousProblem') },
    { context: bareQuestion.context, tests: sampleTests, previousProblem: null },
  ],
};

import type { WitnessView } from '@assay/contracts';
import {
  bareQuestion,
  failing,
  fullQuestion,
  sampleCandidate,
  sampleTests,
  sampleWitness,
  unexecuted,
  withheld,
} from '../sample-variables.js';
import { candidateScope, numbersOf, testScope } from '../scopes.js';
import { witnessScope } from '../witness-scope.js';
import type { CandidateVariables, QuestionVariables, TestVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { AIDS, CANDIDATE, DIALECT, MATERIAL, MEASURE, WITNESS } from './required-phrases.js';

/** What one prompt is made of. */
export interface EvaluatorVariables extends QuestionVariables {
  /** The tests to judge, under their own numbers. */
  tests: readonly TestVariables[];
  candidate: CandidateVariables;
  /** Small databases on which it parts from others; left out is none. */
  witnesses?: readonly WitnessView[];
  /** True when these tests are asked for again because an answer left them out. */
  reask: boolean;
}

const bare = { ...bareQuestion, tests: sampleTests, reask: false };

/** The prompts of the evaluator. */
export const evaluator: AgentPrompt<EvaluatorVariables> = {
  opening: 'shared',
  names: { stage: ['tests', 'testNumbers', 'reask'], job: ['candidate', 'witnesses'] },
  scope: ({ tests, candidate, witnesses = [], reask }) => ({
    tests: tests.map(testScope),
    testNumbers: numbersOf(tests),
    // an evaluator found them: its own judgement would be quoted to it as that of another
    candidate: candidateScope({ ...candidate, evidenceFailures: [] }),
    witnesses: witnessScope(witnesses, (number) =>
      number === candidate.number ? 'the candidate' : 'another candidate',
    ),
    reask,
  }),
  required: {
    system: ['# Strict', '# Fair', ...MEASURE, AIDS],
    user: [...DIALECT, AIDS, '3. '],
    values: [...MATERIAL, ...CANDIDATE, ...WITNESS, 'test.statement'],
  },
  samples: [
    {
      ...fullQuestion,
      tests: sampleTests,
      candidate: sampleCandidate('candidate'),
      witnesses: [sampleWitness(1, 2)],
      reask: true,
    },
    { ...bare, candidate: withheld },
    { ...bare, candidate: unexecuted },
    { ...bare, candidate: failing },
  ],
};

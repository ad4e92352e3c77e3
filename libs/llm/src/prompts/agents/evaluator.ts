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

export interface EvaluatorVariables extends QuestionVariables {
  tests: readonly TestVariables[];
  candidate: CandidateVariables;
  /** Small databases on which it differs from others. */
  witnesses?: readonly WitnessView[];
  /** Repeats tests that an answer omitted. */
  reask: boolean;
}

const bare = { ...bareQuestion, tests: sampleTests, reask: false };

export const evaluator: AgentPrompt<EvaluatorVariables> = {
  hasOpening: true,
  names: { stage: ['tests', 'testNumbers', 'reask'], job: ['candidate', 'witnesses'] },
  scope: ({ tests, candidate, witnesses = [], reask }) => ({
    tests: tests.map(testScope),
    testNumbers: numbersOf(tests),
    // found by an evaluator: it must not read its own judgement as another's
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

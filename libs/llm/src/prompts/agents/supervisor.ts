import type { WitnessView } from '@assay/contracts';
import { PromptVariablesError } from '../prompt-variables-error.js';
import {
  bareQuestion,
  fullQuestion,
  outside,
  sampleCandidate,
  sampleTests,
  sampleWitness,
  withheld,
} from '../sample-variables.js';
import { candidateScope, numbersOf, testScope } from '../scopes.js';
import { witnessScope } from '../witness-scope.js';
import type { CandidateVariables, QuestionVariables, TestVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { AIDS, CANDIDATE, DIALECT, DOUBT, MATERIAL, MEASURE, WITNESS } from './required-phrases.js';

export interface SupervisorVariables extends QuestionVariables {
  /** All tests of the first judgement. */
  tests: readonly TestVariables[];
  candidate: CandidateVariables;
  witnesses?: readonly WitnessView[];
  failed: readonly { number: number; reason: string }[];
  reask: boolean;
}

export const supervisor: AgentPrompt<SupervisorVariables> = {
  hasOpening: true,
  names: { stage: ['tests'], job: ['candidate', 'witnesses', 'failed', 'failedNumbers', 'reask'] },
  scope: ({ tests, candidate, witnesses = [], failed, reask }) => ({
    tests: tests.map(testScope),
    candidate: candidateScope(candidate),
    witnesses: witnessScope(witnesses, (number) =>
      number === candidate.number ? 'the SQL under review' : 'another candidate',
    ),
    failed: failedScope(tests, failed),
    failedNumbers: numbersOf(failed),
    reask,
  }),
  required: {
    system: ['# Verdict and severity', 'greatest care', ...MEASURE, 'grave enough to reject', AIDS],
    user: [...DIALECT, AIDS, 'Test 3', 'grave enough to reject'],
    values: [...MATERIAL, ...CANDIDATE, ...DOUBT, ...WITNESS, 'test.statement', 'failure.reason'],
  },
  samples: [
    {
      ...fullQuestion,
      tests: sampleTests,
      candidate: sampleCandidate('candidate'),
      witnesses: [sampleWitness(2, 1)],
      failed: [{ number: 3, reason: outside('failure.reason') }],
      reask: true,
    },
    {
      ...bareQuestion,
      tests: sampleTests,
      candidate: withheld,
      failed: [{ number: 5, reason: 'why' }],
      reask: false,
    },
  ],
};

function failedScope(
  tests: readonly TestVariables[],
  failed: SupervisorVariables['failed'],
): (TestVariables & { reason: string })[] {
  const byNumber = new Map(tests.map((test) => [test.number, test]));
  return failed.map(({ number, reason }) => {
    const test = byNumber.get(number);
    if (test === undefined) throw new PromptVariablesError(`failed test ${number} is not among the tests`);
    return { number, statement: test.statement, evidenceCritical: test.evidenceCritical, reason };
  });
}

import type { EscalationContext, Moment, WitnessView } from '@assay/contracts';
import {
  bareQuestion,
  failing,
  fullQuestion,
  outside,
  sampleCandidate,
  sampleEscalation,
  sampleTests,
  sampleWitness,
  unexecuted,
  withheld,
} from '../sample-variables.js';
import { candidateScope, escalationScope, testScope, withoutGaps } from '../scopes.js';
import { witnessScope } from '../witness-scope.js';
import type { CandidateVariables, QuestionVariables, TestVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { AIDS, CANDIDATE, DIALECT, ESCALATION, MATERIAL, WITNESS } from './required-phrases.js';

export interface TestGeneratorVariables extends QuestionVariables {
  moment: Moment;
  /** Distinct valid candidates, second moment only. */
  candidates: readonly CandidateVariables[];
  witnesses?: readonly WitnessView[];
  tests?: readonly TestVariables[];
  escalation: EscalationContext | null;
  /** Repeat because no requirement was left: statements of removed tests. */
  dropped?: readonly string[];
  /** Whether reading tests are wanted; default yes. */
  readings?: boolean;
}

export const testGenerator: AgentPrompt<TestGeneratorVariables> = {
  hasOpening: true,
  names: { stage: ['moment', 'candidates', 'witnesses', 'tests', 'escalation', 'again', 'dropped'], job: ['readings'] },
  scope: ({ moment, candidates, witnesses = [], tests = [], escalation, dropped, readings = true }) => {
    const numberOf = withoutGaps(candidates);
    return {
      readings,
      again: dropped !== undefined,
      dropped: dropped ?? [],
      witnesses: witnessScope(witnesses, (number) =>
        numberOf(number) === null ? 'another candidate' : `SQL ${numberOf(number)}`,
      ),
      tests: tests.map(testScope),
      moment,
      candidates: moment === 'evaluation' ? candidates.map((own) => candidateScope(own, numberOf(own.number))) : [],
      escalation: escalationScope(escalation),
    };
  },
  required: {
    system: ['# What makes a test evidence-critical', AIDS],
    user: [...DIALECT, 'not an order', '# Candidates', '# Asked again'],
    values: [...MATERIAL, ...ESCALATION, ...CANDIDATE, ...WITNESS, 'test.statement', 'dropped.statement'],
  },
  samples: [
    {
      ...fullQuestion,
      moment: 'evaluation',
      candidates: [sampleCandidate('candidate'), withheld, unexecuted, failing],
      witnesses: [sampleWitness(1, 2)],
      tests: sampleTests,
      escalation: sampleEscalation,
      dropped: [outside('dropped.statement')],
    },
    { ...bareQuestion, moment: 'precompute', candidates: [], escalation: null, readings: false },
  ],
};

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

/** What one prompt is made of. */
export interface TestGeneratorVariables extends QuestionVariables {
  moment: Moment;
  /** The distinct valid candidates; shown at the second moment only. */
  candidates: readonly CandidateVariables[];
  /** Small databases on which candidates differ; left out is none. */
  witnesses?: readonly WitnessView[];
  /** Tests that are there already; left out is none. */
  tests?: readonly TestVariables[];
  escalation: EscalationContext | null;
  /** Asked once more, for no requirement was left: the statements of the tests that fell; left out where it is the first time. */
  dropped?: readonly string[];
  /** Whether reading tests are wanted; left out is yes. */
  readings?: boolean;
}

/** The prompts of the test-generator. */
export const testGenerator: AgentPrompt<TestGeneratorVariables> = {
  opening: 'shared',
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

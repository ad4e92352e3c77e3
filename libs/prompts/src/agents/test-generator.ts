import type { EscalationContext, Moment } from '@assay/contracts';
import {
  bareQuestion,
  failing,
  fullQuestion,
  sampleCandidate,
  sampleEscalation,
  unexecuted,
  withheld,
} from '../sample-variables.js';
import { candidateScope, escalationScope } from '../scopes.js';
import type { CandidateVariables, QuestionVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { AIDS, CANDIDATE, DIALECT, ESCALATION, MATERIAL } from './required-phrases.js';

/** What one prompt is made of. */
export interface TestGeneratorVariables extends QuestionVariables {
  moment: Moment;
  /** The distinct valid candidates; shown at the second moment only. */
  candidates: readonly CandidateVariables[];
  escalation: EscalationContext | null;
}

/** The prompts of the test-generator. */
export const testGenerator: AgentPrompt<TestGeneratorVariables> = {
  opening: 'shared',
  names: { stage: ['moment', 'candidates', 'escalation'], job: [] },
  scope: ({ moment, candidates, escalation }) => ({
    moment,
    candidates: moment === 'evaluation' ? candidates.map(candidateScope) : [],
    escalation: escalationScope(escalation),
  }),
  required: {
    system: ['# What makes a test evidence-critical', AIDS],
    user: [...DIALECT, 'not an order', '# Candidates'],
    values: [...MATERIAL, ...ESCALATION, ...CANDIDATE],
  },
  samples: [
    {
      ...fullQuestion,
      moment: 'evaluation',
      candidates: [sampleCandidate('candidate'), withheld, unexecuted, failing],
      escalation: sampleEscalation,
    },
    { ...bareQuestion, moment: 'precompute', candidates: [], escalation: null },
  ],
};

import type { EscalationContext, FailedCheck, Strategy } from '@assay/contracts';
import { bareQuestion, fullQuestion, outside, sampleEscalation, sampleTests } from '../sample-variables.js';
import { escalationScope, testScope } from '../scopes.js';
import type { QuestionVariables, TestVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { AIDS, DIALECT, ESCALATION, MATERIAL } from './required-phrases.js';

export interface GeneratorVariables extends QuestionVariables {
  strategy: Strategy;
  /** The model has database tools; default no. */
  tools?: boolean;
  evidenceCriticalTests: readonly TestVariables[];
  /** Of them, what earlier SQLs fail. */
  failedEvidence?: readonly FailedCheck[];
  openPoints?: readonly TestVariables[];
  escalation: EscalationContext | null;
  /** The validator's report on the previous answer; null at first. */
  retryMessage: string | null;
}

const bare = { ...bareQuestion, evidenceCriticalTests: [], escalation: null, retryMessage: null };

export const generator: AgentPrompt<GeneratorVariables> = {
  hasOpening: true,
  names: {
    stage: ['evidenceCriticalTests', 'failedEvidence', 'openPoints', 'escalation', 'tools'],
    job: ['strategy', 'retryMessage'],
  },
  scope: ({
    evidenceCriticalTests,
    failedEvidence = [],
    openPoints = [],
    escalation,
    tools,
    strategy,
    retryMessage,
  }) => ({
    failedEvidence,
    openPoints: openPoints.map(testScope),
    evidenceCriticalTests: evidenceCriticalTests.map(testScope),
    escalation: escalationScope(escalation),
    tools: tools ?? false,
    strategy,
    retryMessage,
  }),
  required: {
    system: ['# What a right answer is', '# Pitfalls', AIDS],
    user: [...DIALECT, '# Strategy', 'not an order', '66.7 %', 'not a valid SQL', '7 more rejected SQLs'],
    values: [...MATERIAL, ...ESCALATION, 'test.statement', 'alternative.meaning', 'retryMessage'],
  },
  samples: [
    {
      ...fullQuestion,
      strategy: 'query-plan',
      tools: true,
      evidenceCriticalTests: sampleTests,
      failedEvidence: [{ check: outside('failure.check'), reason: outside('failure.reason') }],
      openPoints: sampleTests.slice(-1),
      escalation: sampleEscalation,
      retryMessage: outside('retryMessage'),
    },
    { ...bare, strategy: 'divide-and-conquer' },
    { ...bare, strategy: 'step-by-step' },
  ],
};

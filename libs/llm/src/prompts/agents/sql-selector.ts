import type { WitnessView } from '@assay/contracts';
import {
  bareQuestion,
  fullQuestion,
  sampleCandidate,
  sampleWitness,
  unexecuted,
  withheld,
} from '../sample-variables.js';
import { candidateScope } from '../scopes.js';
import { witnessScope } from '../witness-scope.js';
import type { CandidateVariables, QuestionVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { AIDS, DIALECT, MATERIAL, WITNESS } from './required-phrases.js';

export interface SqlSelectorVariables extends QuestionVariables {
  first: CandidateVariables;
  /** Shown as B. */
  second: CandidateVariables;
  witness?: WitnessView | undefined;
  /** Passing results that are not compared; default 0. */
  leftOut?: number;
}

const PAIR = ['first.sql', 'first.rows', 'first.doubt', 'second.sql', 'second.rows', 'second.doubt'];

export const sqlSelector: AgentPrompt<SqlSelectorVariables> = {
  hasOpening: true,
  names: { stage: ['leftOut'], job: ['pair', 'witnesses'] },
  scope: ({ first, second, witness, leftOut }) => ({
    witnesses: witnessScope(witness === undefined ? [] : [witness], (number) => (number === first.number ? 'A' : 'B')),
    leftOut: leftOut ?? 0,
    pair: [
      { label: 'A', ...candidateScope(first) },
      { label: 'B', ...candidateScope(second) },
    ],
  }),
  required: {
    system: ['# What better means, in this order', AIDS],
    user: [...DIALECT, '# A', '# B', 'not compared: 3.'],
    values: [...MATERIAL, ...PAIR, ...WITNESS],
  },
  samples: [
    {
      ...fullQuestion,
      first: sampleCandidate('first'),
      second: { ...sampleCandidate('second'), number: 2 },
      witness: sampleWitness(1, 2),
      leftOut: 3,
    },
    { ...bareQuestion, first: withheld, second: unexecuted, leftOut: 1 },
    { ...bareQuestion, first: withheld, second: unexecuted },
  ],
};

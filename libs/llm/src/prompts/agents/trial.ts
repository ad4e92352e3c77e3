import type { Alternative, ContestedTest } from '@assay/contracts';
import { PromptVariablesError } from '../prompt-variables-error.js';
import { bareQuestion, fullQuestion, outside, sampleCandidate, sampleTests, withheld } from '../sample-variables.js';
import { candidateScope, numbersOf, testScope, withoutGaps } from '../scopes.js';
import type { CandidateVariables, QuestionVariables, TestVariables } from '../variables.js';
import type { AgentPrompt } from './agent-prompt.js';
import { AIDS, CANDIDATE, DIALECT, MATERIAL, WHAT_COUNTS } from './required-phrases.js';

export interface TrialVariables extends QuestionVariables {
  /** All tests; merged ones have the reading test's alternatives. */
  tests: readonly (TestVariables & { openTo?: readonly Alternative[] })[];
  /** Judged SQLs, without their votes. */
  candidates: readonly CandidateVariables[];
  contested: readonly Pick<ContestedTest, 'number' | 'by' | 'objections'>[];
}

export const trial: AgentPrompt<TrialVariables> = {
  hasOpening: true,
  names: { stage: ['tests', 'candidates'], job: ['contested', 'contestedNumbers'] },
  scope: ({ tests, candidates, contested }) => {
    const numberOf = withoutGaps(candidates);
    return {
      tests: tests.map(testScope),
      candidates: candidates.map((own) => candidateScope(own, numberOf(own.number))),
      contested: contested.map(({ number, by, objections: all }) => {
        const test = tests.find((each) => each.number === number);
        if (test === undefined) throw new PromptVariablesError(`contested test ${number} is not among the tests`);
        const { statement, evidenceCritical, openTo = [] } = test;
        const objections = all.map(({ sql, reason }) => ({ sql: numberOf(sql) ?? sql, reason }));
        return { number, statement, evidenceCritical, openTo, objections, isAdded: by === 'uncovered' };
      }),
      contestedNumbers: numbersOf(contested),
    };
  },
  required: {
    system: ['# What you decide', '`demanded`', '`reading`', '`mistaken`', ...WHAT_COUNTS, AIDS],
    user: [...DIALECT, AIDS, 'Test 3', 'Test 5'],
    values: [...MATERIAL, ...CANDIDATE, 'test.statement', 'added.reason', 'objection.reason', 'open.meaning'],
  },
  samples: [
    {
      ...fullQuestion,
      tests: [
        ...sampleTests,
        {
          number: 7,
          statement: 'merged',
          evidenceCritical: false,
          openTo: [{ id: 'a', meaning: outside('open.meaning') }],
        },
      ],
      candidates: [sampleCandidate('candidate'), withheld],
      contested: [
        { number: 3, by: 'uncovered', objections: [{ sql: 1, reason: outside('added.reason') }] },
        { number: 5, by: 'objection', objections: [{ sql: 2, reason: outside('objection.reason') }] },
        { number: 7, by: 'kinds', objections: [] },
      ],
    },
    {
      ...bareQuestion,
      tests: sampleTests,
      candidates: [withheld],
      contested: [{ number: 5, by: 'leader-fails', objections: [] }],
    },
  ],
};

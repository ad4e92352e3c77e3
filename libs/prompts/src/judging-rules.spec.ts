import { beforeAll, describe, expect, it } from '@jest/globals';
import { PROMPTS_FOLDER } from './prompt-folder.fixture.js';
import { PromptLibrary } from './prompt-library.js';
import type { CandidateVariables, ContextVariables, TestVariables } from './variables.js';

const GOLD = { question: 'How many customers are there?', sql: 'SELECT COUNT(*) FROM customer', evidence: null };
const bare: ContextVariables = {
  question: 'Who is the oldest customer?',
  dialectName: 'PostgreSQL',
  dialectFacts: [],
  directives: null,
  evidence: [],
  goldSqls: [],
  earlier: [],
  foundValues: [],
  fence: 'a1b2c3d4e5',
};
const tests: TestVariables[] = [{ number: 1, statement: 'Only the name is returned.', evidenceCritical: false }];
const candidate: CandidateVariables = {
  number: 1,
  sql: 'SELECT name FROM customer',
  execution: { columns: [{ name: 'name', type: 'text' }], rowCount: 1, truncated: false, elapsedMs: 3, error: null },
  rows: [['Ada Byron']],
};

let prompts: PromptLibrary;

beforeAll(() => {
  prompts = PromptLibrary.load(PROMPTS_FOLDER);
});

function rendered(context: ContextVariables): Record<'evaluator' | 'supervisor' | 'sql-selector', string> {
  const question = { context, schema: '# Table: customer' };
  const failed = [{ number: 1, reason: 'it returns the id' }];
  const whole = ({ system, user }: { system: string; user: string }): string => `${system}\n${user}`;
  return {
    evaluator: whole(prompts.render('evaluator', { ...question, tests, candidate, reask: false })),
    supervisor: whole(prompts.render('supervisor', { ...question, tests, candidate, failed, reask: false })),
    'sql-selector': whole(prompts.render('sql-selector', { ...question, first: candidate, second: candidate })),
  };
}

/** What judges found contradictory, the rule that settles it, and a part of its example. */
const MEASURE = [
  ['one fault that several tests are about', 'Hold a fault against the one test', 'An inner join loses'],
  ['rows that the data does not hold', 'only where the schema allows it and nothing', '`shipped_at` is nullable'],
  ['an empty result', '"Only" and "every" hold for a result without rows', '"exactly one row per shop"'],
  ['columns that nobody asked for', 'All of them together are one fault', '"only the name is returned"'],
  ['ties of a superlative', 'one row and all tied rows are both readings', '"which singer is the youngest"'],
  ['what the question leaves open', 'whether what occurs zero times is counted', '"the number of pets'],
] as const;

const TESTS = [
  ['one fault, one test', 'A mistake fails one of your tests', '"Only the name is returned"'],
  ['compound tests', 'joins two things with "and" is two tests', '"There is one row per shop"'],
  ['what is open', 'write no test that settles it', '"the oldest customer" does not say'],
  ['rows that can be', 'that the schema allows', 'NOT NULL'],
  ['empty results', 'hold for a result without rows', '"At least one row is returned"'],
] as const;

describe('the rules by which candidates are judged', () => {
  it.each(MEASURE)('settle %s alike for evaluator and supervisor, with an example', (_, rule, example) => {
    const { evaluator, supervisor } = rendered(bare);
    for (const text of [evaluator, supervisor]) {
      expect(text.toLowerCase()).toContain(rule.toLowerCase());
      expect(text.toLowerCase()).toContain(example.toLowerCase());
    }
  });

  it.each(TESTS)('are written into tests: %s', (_, rule, example) => {
    const variables = { context: bare, schema: '', moment: 'precompute', candidates: [], escalation: null } as const;
    const { system } = prompts.render('test-generator', variables);
    expect(system).toContain(rule);
    expect(system).toContain(example);
  });

  it('speak of gold SQLs above only where there are some', () => {
    for (const text of Object.values(rendered(bare))) expect(text).not.toMatch(/gold SQLs above/i);
    for (const text of Object.values(rendered({ ...bare, goldSqls: [GOLD] }))) expect(text).toMatch(/gold SQLs above/i);
  });

  it('show the supervisor what the SQL returned', () => {
    expect(rendered(bare).supervisor).toContain('["Ada Byron"]');
  });
});

describe('the reducer', () => {
  it('is shown pairs that are likely duplicates, where there are any, and told to look inside compound tests', () => {
    const variables = { context: bare, tests, previousProblem: null };
    const { system, user } = prompts.render('test-reducer', {
      ...variables,
      likelyDuplicates: [{ first: 1, second: 4 }],
    });
    expect(user).toMatch(/share much of their wording[^]*- 1 and 4/);
    expect(system).toMatch(/joins two checks with "and" is split/);
    expect(prompts.render('test-reducer', { ...variables, likelyDuplicates: [] }).user).not.toContain('wording');
  });
});

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
  stableFence: 'f6g7h8i9j0',
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

function rendered(context: ContextVariables): Record<'evaluator' | 'supervisor' | 'sql-selector' | 'trial', string> {
  const question = { context, schema: '# Table: customer' };
  const contested = [{ number: 1, by: 'leader-fails' as const, objections: [] }];
  const failed = [{ number: 1, reason: 'it returns the id' }];
  const whole = ({ system, user }: { system: string; user: string }): string => `${system}\n${user}`;
  return {
    evaluator: whole(prompts.render('evaluator', { ...question, tests, candidate, reask: false })),
    supervisor: whole(prompts.render('supervisor', { ...question, tests, candidate, failed, reask: false })),
    trial: whole(prompts.render('trial', { ...question, tests, candidates: [candidate], contested })),
    'sql-selector': whole(prompts.render('sql-selector', { ...question, first: candidate, second: candidate })),
  };
}

/** Contradictions found by judges, the rule, and its example. */
const MEASURE = [
  ['one fault that several tests are about', 'Count a fault once', 'An inner join loses'],
  ['a wrong column', 'the test about the returned columns is KO', 'A wrong column in place of the right one'],
  ['a fault on the subject of a reading test', 'no requirement counts it', '`LIMIT 1` cuts a tie'],
  ['an empty result', '"Only" and "every" hold for a result without rows', '"exactly one row per shop"'],
  ['columns that nobody asked for', 'All of them together are one fault', 'without such a test they are none'],
] as const;

const WHAT_COUNTS = [
  [
    'rows that the data does not hold',
    'nulls in a nullable column without a `never null` note',
    '`shipped_at` is nullable',
  ],
  [
    'equal names',
    'equal values in a column that is neither a key nor marked `unique`',
    'ties of numbers, dates and counts',
  ],
  ['marks of present data', 'also where the mark says `so far` or `in a sample`', 'a negative `quantity` does not'],
  ['tables that were not checked', 'missing notes mean nothing', 'marked `not checked`'],
  ['ties of a superlative', 'one row and all tied rows are both sensible', '"all singers who share the lowest age"'],
  ['what the question leaves open', 'whether what occurs zero times is counted', 'whether equal rows are listed once'],
  ['a garbled question', 'take the reading that changes the fewest words', 'Read it literally'],
] as const;

const TESTS = [
  ['one fault, one test', 'A mistake fails one of your tests', '"Only the name is returned"'],
  ['compound tests', 'joins two things with "and" is two tests', '"There is one row per shop"'],
  ['what is open', 'write no test that settles it', '"the oldest customer" does not say'],
  ['columns that are open', 'which columns are wanted', '"find the difference between shops" does not say'],
  ['rows that can be', 'that the schema allows', '`never null`'],
  ['a garbled question', 'take the reading that changes the fewest words', 'make no sense'],
  ['evidence that contradicts itself', 'write no test that demands the contradiction', 'name it in `reasoning`'],
  ['empty results', 'hold for a result without rows', '"At least one row is returned"'],
] as const;

describe('the rules by which candidates are judged', () => {
  const holds = (text: string, rule: string, example: string): void => {
    expect(text.toLowerCase()).toContain(rule.toLowerCase());
    expect(text.toLowerCase()).toContain(example.toLowerCase());
  };

  it('keep the reasons of an OK short', () => {
    expect(rendered(bare).evaluator).toContain('For OK at most eight words.');
  });

  it.each(MEASURE)('settle %s alike for evaluator and supervisor, with an example', (_, rule, example) => {
    const { evaluator, supervisor } = rendered(bare);
    for (const text of [evaluator, supervisor]) holds(text, rule, example);
  });

  it.each(WHAT_COUNTS)('settle %s alike for evaluator, supervisor and trial, with an example', (_, rule, example) => {
    const { evaluator, supervisor, trial } = rendered(bare);
    for (const text of [evaluator, supervisor, trial]) holds(text, rule, example);
  });

  it('let no reading test be failed', () => {
    holds(rendered(bare).evaluator, 'It cannot fail. Its verdict is always OK', 'empty if it takes none of them');
  });

  it('say to all who read evidence, the generator too, what to do where it or the question is broken', () => {
    const context = { ...bare, evidence: ['rate = NULL'] };
    const asked = { context, schema: '', evidenceCriticalTests: [], escalation: null, retryMessage: null };
    const { system, user } = prompts.render('generator', { ...asked, strategy: 'query-plan' });
    holds(system, 'Where words of the question make no sense', 'changes the fewest words');
    for (const text of [user, ...Object.values(rendered(context))]) {
      holds(text, 'Where it contradicts itself, the question or the data', 'what it evidently means counts');
    }
  });

  it('let the selector compare what is shown', () => {
    const shown = 'on the real data or on the invented database shown below them';
    expect(rendered(bare)['sql-selector']).toContain(shown);
  });

  it('leave open in examples of tests what they leave open', () => {
    const variables = { context: bare, schema: '', moment: 'precompute', candidates: [], escalation: null } as const;
    const { system } = prompts.render('test-generator', variables);
    expect(system).toContain('whether equal rows are listed once');
    expect(system).not.toMatch(/at most once|no duplicates|distinct/);
  });

  it('call no statement that of another model or author, which may be the same one', () => {
    const evidenceFailures = [{ check: 'Active means status A.', reason: 'it filters by status B' }];
    const given = { ...candidate, evidenceFailures };
    const openTo = [{ id: 'one', meaning: 'One is enough.' }];
    const asked = { context: bare, schema: '', tests: [{ ...tests[0], openTo } as TestVariables], reask: false };
    const whole = ({ system, user }: { system: string; user: string }): string => `${system}\n${user}`;
    const contested = [{ number: 1, by: 'kinds' as const, objections: [] }];
    const texts = [
      whole(prompts.render('supervisor', { ...asked, candidate: given, failed: [{ number: 1, reason: 'no' }] })),
      whole(prompts.render('sql-selector', { context: bare, schema: '', first: given, second: given })),
      whole(prompts.render('trial', { ...asked, candidates: [given], contested })),
      whole(prompts.render('test-reducer', { context: bare, tests, likelyDuplicates: [], previousProblem: null })),
      rendered(bare).evaluator,
    ];
    for (const text of texts) expect(text).not.toMatch(/(?:an|\b)(?:other|several) (?:model|author|colleague)/i);
    expect(texts[0]).toContain('a check by the evidence-critical tests below said that it fails them');
    expect(texts[2]).toContain('Another test treats its point as open; it may mean: One is enough.');
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

  it('do not quote evaluators to an evaluator', () => {
    const evidenceFailures = [{ check: 'Active means status A.', reason: 'it filters by status B' }];
    const asked = { context: bare, schema: '', tests, candidate: { ...candidate, evidenceFailures }, reask: false };
    expect(prompts.render('evaluator', asked).user).not.toContain('it filters by status B');
    const failed = [{ number: 1, reason: 'it returns the id' }];
    expect(prompts.render('supervisor', { ...asked, failed }).user).toContain('it filters by status B');
  });

  it('number the SQLs of a prompt without gaps, wherever they are named', () => {
    const candidates = [1, 4].map((number) => ({ ...candidate, number }));
    const contested = [{ number: 1, by: 'objection' as const, objections: [{ sql: 4, reason: 'nobody asks' }] }];
    const { user } = prompts.render('trial', { context: bare, schema: '', tests, candidates, contested });
    expect(user.match(/^## SQL \d+$/gm)).toEqual(['## SQL 1', '## SQL 2']);
    expect(user).toContain('The judge of SQL 2 says');
  });

  it('name both sides of a witness, and say what it leaves out', () => {
    const result = { columns: [{ name: 'name', type: 'text' }], rows: [['Ada']], error: null };
    const tables = { customer: { columns: ['name'], rows: [['Ada']] } };
    const witnesses = [{ numberA: 4, numberB: 1, tables, resultA: result, resultB: { ...result, rows: [] } }];
    const judged = { context: bare, schema: '', tests, candidate, witnesses, reask: false };
    const { user } = prompts.render('evaluator', judged);
    expect(user).toContain('Here another candidate and the candidate return different rows.');
    expect(user).toMatch(/Another candidate returns:[^]*The candidate returns:/);
    expect(user).toContain('Tables and columns that are not listed are empty or make no difference.');
    const reviewed = prompts.render('supervisor', { ...judged, failed: [{ number: 1, reason: 'no' }] }).user;
    expect(reviewed).toContain('Here another candidate and the SQL under review return different rows.');
    const pair = { first: candidate, second: { ...candidate, number: 4 }, witness: witnesses[0] };
    const compared = prompts.render('sql-selector', { context: bare, schema: '', ...pair }).user;
    expect(compared).toContain('Here B and A return different rows.');
  });

  it('show the supervisor what the SQL returned', () => {
    expect(rendered(bare).supervisor).toContain('["Ada Byron"]');
  });
});

describe('the reducer', () => {
  it('sees likely duplicate pairs, if any, and is instructed to check compound tests', () => {
    const variables = { context: bare, tests, previousProblem: null };
    const { system, user } = prompts.render('test-reducer', {
      ...variables,
      likelyDuplicates: [{ first: 1, second: 4 }],
    });
    expect(user).toMatch(/share much of their wording[^]*- 1 and 4/);
    expect(system).toMatch(/joins two checks with "and" is split/);
    for (const rule of ['("exactly 3" and "3 or fewer")', 'You are not shown the schema', 'is decided later']) {
      expect(system).toContain(rule);
    }
    expect(prompts.render('test-reducer', { ...variables, likelyDuplicates: [] }).user).not.toContain('wording');
  });
});

import type { Agent, EscalationContext } from '@assay/contracts';
import type { AgentVariables, CandidateVariables, ContextVariables, TestVariables } from './variables.js';

const MARK = /⟦([^⟧]+)⟧/g;

/** A sample value that can be found again in a rendered text, and that stands for a text from outside. */
function outside(name: string): string {
  return `⟦${name}⟧`;
}

/** The names of all sample values in a text. */
export function markedNames(text: string): Set<string> {
  return new Set([...text.matchAll(MARK)].map((match) => match[1] ?? ''));
}

export const SAMPLE_FENCE = 'sample0fence';

const fullContext: ContextVariables = {
  question: outside('question'),
  dialectName: 'SampleDialect',
  dialectFacts: ['Sample fact of the dialect.'],
  directives: outside('directives'),
  evidence: [outside('evidence')],
  goldSqls: [{ question: outside('gold.question'), sql: outside('gold.sql'), evidence: outside('gold.evidence') }],
  foundValues: [
    {
      value: outside('found.value'),
      table: outside('found.table'),
      column: outside('found.column'),
      stored: outside('found.stored'),
    },
  ],
  fence: SAMPLE_FENCE,
};
const bareContext: ContextVariables = {
  ...fullContext,
  directives: null,
  evidence: [],
  goldSqls: [],
  foundValues: [],
};

const tests: TestVariables[] = [
  { number: 3, statement: outside('test.statement'), evidenceCritical: true },
  { number: 5, statement: 'another', evidenceCritical: false },
];
const escalation: EscalationContext = {
  failedSqls: [
    {
      level: 'BASIC',
      sql: outside('failed.sql'),
      passRate: 66.666,
      failedTests: [{ test: outside('failure.test'), reason: outside('failure.reason') }],
    },
    { level: 'BASIC', sql: 'invalid', passRate: null, failedTests: [] },
  ],
  leftOut: { sqls: 7, tests: 9 },
};
const summary = { columns: [{ name: outside('column'), type: 'text' }], truncated: true, elapsedMs: 1, error: null };

function candidate(name: string): CandidateVariables {
  return {
    number: 1,
    sql: outside(`${name}.sql`),
    execution: { ...summary, rowCount: 12 },
    rows: [[outside(`${name}.rows`)]],
    evidenceFailures: [{ check: outside(`${name}.doubt`), reason: outside(`${name}.doubt.reason`) }],
  };
}
const withheld: CandidateVariables = { number: 2, sql: 'two', execution: { ...summary, rowCount: 1 }, rows: null };
const unexecuted: CandidateVariables = { number: 3, sql: 'three', execution: null, rows: null };
const failing: CandidateVariables = {
  number: 4,
  sql: 'four',
  execution: {
    ...summary,
    rowCount: 0,
    error: { category: 'EXECUTION_ERROR', code: null, message: outside('error'), position: null, hint: null },
  },
  rows: null,
};

const full = { context: fullContext, schema: outside('schema') };
const bare = { context: bareContext, schema: 'none' };

/**
 * Variables to render every branch of every template with. The first sample of each agent has everything; the rules
 * of what a prompt must hold are checked on it.
 */
export const SAMPLES: { [Name in Agent]: readonly [AgentVariables[Name], ...AgentVariables[Name][]] } = {
  generator: [
    {
      ...full,
      strategy: 'query-plan',
      tools: true,
      evidenceCriticalTests: tests,
      escalation,
      retryMessage: outside('retryMessage'),
    },
    { ...bare, strategy: 'divide-and-conquer', evidenceCriticalTests: [], escalation: null, retryMessage: null },
    { ...bare, strategy: 'step-by-step', evidenceCriticalTests: [], escalation: null, retryMessage: null },
  ],
  'test-generator': [
    { ...full, moment: 'evaluation', candidates: [candidate('candidate'), withheld, unexecuted, failing], escalation },
    { ...bare, moment: 'precompute', candidates: [], escalation: null },
  ],
  'test-reducer': [
    { context: fullContext, tests, previousProblem: outside('previousProblem') },
    { context: bareContext, tests, previousProblem: null },
  ],
  evaluator: [
    { ...full, tests, candidate: candidate('candidate'), reask: true },
    { ...bare, tests, candidate: withheld, reask: false },
    { ...bare, tests, candidate: unexecuted, reask: false },
    { ...bare, tests, candidate: failing, reask: false },
  ],
  supervisor: [
    {
      ...full,
      tests,
      candidate: candidate('candidate'),
      failed: [{ number: 3, reason: outside('failure.reason') }],
      reask: true,
    },
    { ...bare, tests, candidate: withheld, failed: [{ number: 5, reason: 'why' }], reask: false },
  ],
  'sql-selector': [
    { ...full, first: candidate('first'), second: candidate('second'), leftOut: 3 },
    { ...bare, first: withheld, second: unexecuted, leftOut: 1 },
    { ...bare, first: withheld, second: unexecuted },
  ],
};

import type { EscalationContext, WitnessView } from '@assay/contracts';
import type { CandidateVariables, ContextVariables, QuestionVariables, TestVariables } from './variables.js';

const MARK = /⟦([^⟧]+)⟧/g;

/** A sample value that marks external text. */
export function outside(name: string): string {
  return `⟦${name}⟧`;
}

export function markedNames(text: string): Set<string> {
  return new Set([...text.matchAll(MARK)].map((match) => match[1] ?? ''));
}

export const SAMPLE_FENCE = 'sample0fence';
export const SAMPLE_STABLE_FENCE = 'sample0workspace';

const fullContext: ContextVariables = {
  question: outside('question'),
  dialectName: 'SampleDialect',
  dialectFacts: ['Sample fact of the dialect.'],
  directives: outside('directives'),
  evidence: [outside('evidence')],
  goldSqls: [{ question: outside('gold.question'), sql: outside('gold.sql'), evidence: outside('gold.evidence') }],
  earlier: [
    { question: outside('earlier.question'), sql: outside('earlier.sql') },
    { question: 'another', sql: null },
  ],
  foundValues: [
    {
      value: outside('found.value'),
      table: outside('found.table'),
      column: outside('found.column'),
      stored: outside('found.stored'),
    },
  ],
  fence: SAMPLE_FENCE,
  stableFence: SAMPLE_STABLE_FENCE,
};
const bareContext: ContextVariables = {
  ...fullContext,
  directives: null,
  evidence: [],
  goldSqls: [],
  earlier: [],
  foundValues: [],
};

export function sampleWitness(numberA: number, numberB: number): WitnessView {
  const result = (name: string): WitnessView['resultA'] => ({
    columns: [{ name: outside(`${name}.column`), type: 'text' }],
    rows: [[outside(name)]],
    error: null,
  });
  return {
    numberA,
    numberB,
    tables: { [outside('witness.table')]: { columns: [outside('witness.column')], rows: [[outside('witness.row')]] } },
    resultA: result('witness.a'),
    resultB: result('witness.b'),
  };
}

export const sampleTests: readonly TestVariables[] = [
  { number: 3, statement: outside('test.statement'), evidenceCritical: true },
  { number: 5, statement: 'another', evidenceCritical: false },
  {
    number: 6,
    statement: 'open',
    evidenceCritical: false,
    alternatives: [
      { id: outside('alternative.id'), meaning: outside('alternative.meaning') },
      { id: 'other', meaning: 'another meaning' },
    ],
  },
];
export const sampleEscalation: EscalationContext = {
  failedSqls: [
    {
      level: 'BASIC',
      sql: outside('failed.sql'),
      passRate: 66.666,
      failedTests: [{ test: outside('failure.test'), reason: outside('failure.reason') }],
    },
    { level: 'BASIC', sql: 'invalid', passRate: null, failedTests: [] },
  ],
  outvoted: [{ sql: outside('outvoted.sql'), probability: 0.2 }],
  leftOut: { sqls: 7, tests: 9 },
};
const summary = { columns: [{ name: outside('column'), type: 'text' }], truncated: true, elapsedMs: 1, error: null };

export function sampleCandidate(name: string): CandidateVariables {
  return {
    number: 1,
    sql: outside(`${name}.sql`),
    execution: { ...summary, rowCount: 12 },
    rows: [[outside(`${name}.rows`)]],
    evidenceFailures: [{ check: outside(`${name}.doubt`), reason: outside(`${name}.doubt.reason`) }],
  };
}
export const withheld: CandidateVariables = {
  number: 2,
  sql: 'two',
  execution: { ...summary, rowCount: 1 },
  rows: null,
};
export const unexecuted: CandidateVariables = { number: 3, sql: 'three', execution: null, rows: null };
export const failing: CandidateVariables = {
  number: 4,
  sql: 'four',
  execution: {
    ...summary,
    rowCount: 0,
    error: { category: 'EXECUTION_ERROR', code: null, message: outside('error'), position: null, hint: null },
  },
  rows: null,
};

export const fullQuestion: QuestionVariables = { context: fullContext, schema: outside('schema') };
export const bareQuestion: QuestionVariables = { context: bareContext, schema: 'none' };

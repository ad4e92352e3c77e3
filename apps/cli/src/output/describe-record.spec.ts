import { beforeEach, describe, expect, it } from '@jest/globals';
import { plainPaint } from '@assay/client';
import { sampleRun } from '@assay/client/testing';
import type { AttemptRecord, CandidateRecord, EscalationRecord } from '@assay/contracts';
import { describeRecord } from './describe-record.js';

/** The sample run plus retries, rows, a review with reasons, and a comparison. */
function eventfulRun(): EscalationRecord {
  const record = sampleRun();
  const attempt = record.attempts.at(-1);
  const [winner, other] = attempt?.candidates ?? [];
  const tests = attempt?.tests ?? [];
  const [first, second] = tests;
  if (!attempt || !winner || !other || !first || !second) throw new Error('the sample has changed');
  Object.assign(first, { batch: 2, duplicates: [second.id, second.id] });
  Object.assign(second, { moment: 'evaluation' });
  Object.assign(winner, returned(4), {
    retries: [
      {
        attempt: 1,
        category: 'SCHEMA_ERROR',
        sql: 'SELECT x',
        message:
          'SCHEMA_ERROR (attempt 1)\n\nQuestion: which?\n\nError: column x does not exist\n\nTables there are: y',
      },
    ],
  });
  Object.assign(other, { duplicateOf: null, cluster: 'f3' });
  attempt.verdicts = [
    verdictOn(winner, second.id, 'FAIL', 'evaluator', 'not sure'),
    verdictOn(winner, second.id, 'PASS', 'supervisor', 'the month is there'),
  ];
  attempt.comparisons = [winner, other].map(({ id }) => ({
    a: winner.id,
    b: other.id,
    shownFirst: id,
    winner: winner.id,
    confidence: 0.9,
    reasoning: 'it names the month',
  }));
  attempt.selection = {
    by: 'judge',
    finalists: [
      { candidate: winner.id, clusterSize: 3, complexity: 4, wins: 1 },
      { candidate: other.id, clusterSize: 1, complexity: 6, wins: 0 },
    ],
  };
  return record;
}

function returned(rowCount: number): Pick<CandidateRecord, 'execution'> {
  const rows = Array.from({ length: rowCount }, (_, index) => [`order ${index + 1}`]);
  const columns = [{ name: 'placed', type: 'text' }];
  return { execution: { columns, rowCount, rows, truncated: false, elapsedMs: 1, error: null } };
}

function verdictOn(
  candidate: CandidateRecord,
  test: string,
  verdict: 'PASS' | 'FAIL',
  by: 'evaluator' | 'supervisor',
  reason: string,
): AttemptRecord['verdicts'][number] {
  const severity = by === 'supervisor' ? 'none' : null;
  return { candidate: candidate.id, test, verdict, reason, severity, by, overruledBy: null };
}

describe('a record on a terminal', () => {
  let text: string;
  beforeEach(() => {
    text = describeRecord(eventfulRun(), { width: 100, paint: plainPaint }).join('\n');
  });

  it('shows the origin of tests and how many they cover', () => {
    expect(text).toContain('test 1: counts orders [from the question alone, batch 2; also covers 2 more]');
    expect(text).toContain('test 2: this month [in view of the SQLs, batch 1]');
  });

  it('shows the origin of a SQL: its strategy, and the error of each attempt without the advice to the model', () => {
    expect(text).toContain('candidate 1: query-plan, temperature 0.2, sample-model');
    expect(text).toContain('candidate 1, try 1: SCHEMA_ERROR: column x does not exist\n');
    expect(text).not.toContain('Tables there are');
  });

  it('shows the first rows that a SQL returned, and how many there are', () => {
    expect(text).toContain('returned 4 rows, the first 3:');
    expect(text).toContain('order 3');
    expect(text).not.toContain('order 4');
  });

  it('shows the changes of the supervisor with reasons', () => {
    expect(text).toContain('test 2 KO → OK (none): the month is there');
  });

  it('shows each comparison in both orders, and what each finalist has on its side', () => {
    expect(text).toContain('SQL #1 or SQL #2: SQL #1 is better');
    expect(text).toContain('SQL #1 first: SQL #1, 90 % sure: it names the month');
    expect(text).toContain('SQL #2 first: SQL #1, 90 % sure: it names the month');
    expect(text).toContain('finalist SQL #1: 1 win, its rows come from 3 candidates, complexity 4');
  });

  it('shows which SQLs do the same, and the small database on which the others part', () => {
    const record = eventfulRun();
    const attempt = record.attempts.at(-1);
    const [one, other] = attempt?.candidates ?? [];
    if (!attempt || !one || !other) throw new Error('the sample has changed');
    const columns = [{ name: 'n', type: 'bigint' }];
    attempt.behaviours = [
      {
        id: 'x',
        representative: one.id,
        candidates: [one.id, other.id],
        share: 1,
        posterior: null,
        unstable: [one.id],
      },
    ];
    attempt.witnesses = [
      {
        a: one.id,
        b: other.id,
        instance: '1.3',
        weak: true,
        tables: { refund: { columns: ['order_no'], rows: [[7], [7]] } },
        resultA: { columns, rows: [['1']], error: null },
        resultB: { columns: [], rows: [], error: 'The data makes this statement fail.' },
      },
    ];
    const lines = describeRecord(record, { width: 120, paint: plainPaint });
    expect(lines).toContain(
      '  behaviour of SQL #1: represents SQL #2 · 2 candidates, 100 % · depends on the stored order of rows',
    );
    expect(lines).toContain(
      '  SQL #1 and SQL #2 differ on this generated database, which breaks a rule of the real data:',
    );
    expect(lines.join('\n')).toMatch(/ {4}refund\n {6}order_no\n {6}─+\n {6} +7\n {6} +7\n {4}SQL #1 returns/);
    expect(lines).toContain('    SQL #2 fails: The data makes this statement fail.');
    expect(lines.join('\n')).toContain('judged by another SQL of the same behaviour');
  });

  it('shows what caps omitted, and doubts about a SQL', () => {
    const record = eventfulRun();
    const attempt = record.attempts.at(-1);
    if (!attempt?.selection) throw new Error('the sample has changed');
    attempt.selection.leftOut = 2;
    attempt.escalationContext = { failedSqls: [], leftOut: { sqls: 3, tests: 1 } };
    Object.assign(attempt.candidates[0] ?? {}, { evidenceFailures: [{ check: 'uses net', reason: 'it uses gross' }] });
    const lines = describeRecord(record, { width: 200, paint: plainPaint });
    expect(lines).toContain(
      '  Too long for its prompts: 3 rejected SQLs of earlier levels, and 1 failed test of the others.',
    );
    expect(lines).toContain('  Not compared, because too many pass: 2 results of SQLs that pass.');
    expect(lines).toContain('    Doubted when it was written, by “uses net”: it uses gross');
  });

  it('keeps its own words within a narrow terminal', () => {
    const record = eventfulRun();
    const narrow = describeRecord(record, { width: 48, paint: plainPaint });
    const sql = new Set(record.attempts.flatMap(({ candidates }) => candidates.flatMap((one) => one.sql.split('\n'))));
    const ownWords = narrow.filter((line) => !sql.has(line.trim()) && !line.includes(record.id));
    expect(ownWords.filter((line) => line.length > 48)).toEqual([]);
  });
});

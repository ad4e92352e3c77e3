import { describe, expect, it } from '@jest/globals';
import { sampleId, sampleRun } from '../testing/index.js';
import { summarizeAnswer } from './answer-summary.js';

const rows = { columns: [{ name: 'orders', type: 'int8' }], rows: [['42']], rowCount: 1, truncated: false };
const failures = [{ test: 'this month', reason: 'counts every month' }];

describe('summarizeAnswer', () => {
  it('gives SQL, verdict, case, why, rows and cost of a GOLD answer', () => {
    expect(summarizeAnswer(sampleRun(), { width: 100, rows })).toEqual([
      'SELECT count(*) AS orders',
      'FROM orders',
      "WHERE placed_on >= date_trunc('month', current_date)",
      '',
      'GOLD  strong models · 90 % likely to be right',
      'It went from the fast to the strong models, because no SQL passed. It is the only distinct SQL, and',
      'passes all 2 tests. A second look withdrew what had failed at first.',
      '',
      'orders',
      '──────',
      '    42',
      '(1 row)',
      '',
      '14 model calls · 12,345 tokens in, 2,100 out · $0.012 · 8.4 s',
      `question ${sampleId(1)}`,
    ]);
  });

  it.each(['GOLD', 'SILVER', 'FAILED'] as const)('gives SQL and rows of a corrected %s answer alone', (status) => {
    const correctedSql = 'SELECT 2';
    const changes = { status, summary: 'Counts.', contested: { by: 'low-confidence' as const, message: 'Doubtful.' } };
    const shown = (record: object): string[] =>
      summarizeAnswer(sampleRun({ ...changes, ...record }), { width: 100, rows }).slice(0, 7);
    const lines = [correctedSql, 'corrected by a person', '', 'orders', '──────', '    42', '(1 row)'];
    expect(shown({ correctedSql })).toEqual(lines);
    expect(shown({})).not.toContain(correctedSql);
  });

  it('names the failed tests of a SILVER answer', () => {
    const result = { result: 'SILVER', sqlList: [{ sql: 'SELECT 1', failedTests: failures }] } as const;
    const lines = summarizeAnswer(
      sampleRun({ status: 'SILVER', result: { ...result, sqlList: [...result.sqlList] } }),
      { width: 100 },
    );
    expect(lines[0]).toBe('SELECT 1');
    expect(lines).toContain('  ✗ this month: counts every month');
  });

  it('lists the discarded SQL of a FAILED answer with what failed, and counts the rest', () => {
    const sqlList = Array.from({ length: 7 }, (_, index) => ({ sql: `SELECT ${index}`, failedTests: failures }));
    const lines = summarizeAnswer(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList } }), {
      width: 100,
    });
    expect(lines[0]).toMatch(/^FAILED/);
    expect(lines.filter((line) => line.startsWith('SELECT'))).toHaveLength(5);
    expect(lines).toContain('… and 2 more SQLs in the record');
  });

  it('says when there are more rows, none, or unreadable ones', () => {
    const tail = (changes: object): string[] => summarizeAnswer(sampleRun(), { width: 100, ...changes }).slice(8, 12);
    expect(tail({ rows: { ...rows, rowCount: 300 } })).toContain('(1 of 300 rows)');
    expect(tail({ rows: { ...rows, truncated: true } })).toContain('(the first 1 row; there are more)');
    expect(tail({ rows: { ...rows, rows: [], rowCount: 0 } })).toContain('The SQL returns no rows.');
    expect(tail({ rowsProblem: 'database away' })).toContain('The rows could not be fetched: database away');
  });

  it('says which share of the input came from the cache', () => {
    const { usage } = sampleRun();
    const cached = { ...usage, inputTokens: 1000, cachedInputTokens: 780 };
    const line = summarizeAnswer(sampleRun({ usage: cached }), { width: 100 }).at(-2);
    expect(line).toContain('1,000 tokens in (78 % cached)');
  });

  it('says what is not known of the price', () => {
    const call = { status: 'answered', costUsd: null } as ReturnType<typeof sampleRun>['calls'][number];
    expect(summarizeAnswer(sampleRun({ calls: [call] }), { width: 100 }).at(-2)).toContain('at least $0.012');
  });

  it('lists SQL that came again at another level once, with all that it failed', () => {
    const again = { sql: 'SELECT 1\n', failedTests: [{ test: 'in euros', reason: 'dollars' }, ...failures] };
    const sqlList = [{ sql: 'SELECT 1', failedTests: failures }, again];
    const lines = summarizeAnswer(sampleRun({ status: 'FAILED', result: { result: 'FAILED', sqlList } }), {
      width: 100,
    });
    expect(lines.filter((line) => line === 'SELECT 1')).toHaveLength(1);
    expect(lines.filter((line) => line.includes('✗'))).toEqual([
      '  ✗ this month: counts every month',
      '  ✗ in euros: dollars',
    ]);
  });

  it('says what the winner is in words, why models refused, and what may be done', () => {
    expect(summarizeAnswer(sampleRun({ summary: 'Counts this month.' }), { width: 100 })).toContain(
      'Counts this month.',
    );
    const failed = sampleRun({
      status: 'FAILED',
      result: { result: 'FAILED', sqlList: [] },
      refusals: ['There is no weather.'],
      nextSteps: [{ action: 'edit-question', message: 'Ask about data that is there.' }],
    });
    const lines = summarizeAnswer(failed, { width: 100 });
    expect(lines).toContain('The model refused: There is no weather.');
    expect(lines).toContain('  → Ask about data that is there.');
  });
});

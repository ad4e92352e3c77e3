import { describe, expect, it } from '@jest/globals';
import type { QueryRunner } from '../execution/query-runner.js';
import { examineQuestion } from './examine-question.js';

const result = { columns: [{ name: 'a' }], rows: [[1]], rowCount: 1, truncated: false, elapsedMs: 0 };

async function chosen(...sqls: string[]): Promise<string | undefined> {
  const runner = { run: () => Promise.resolve({ kind: 'rows', result }) } as unknown as QueryRunner;
  const question = { id: '1', database: 'club', question: 'Who?', evidence: [], gold: ['SELECT 1'] };
  const candidates = sqls.map((sql, index) => ({ system: `s${index}`, sql }));
  const { clusters } = await examineQuestion(runner, { id: 'club', dialect: 'sqlite' }, question, candidates);
  expect(clusters).toHaveLength(1);
  return clusters[0]?.sql;
}

describe('the SQL of candidates with equal rows', () => {
  it('is the canonical text that most candidates gave, however they wrote it', async () => {
    expect(await chosen('SELECT 1', 'SELECT count(*) FROM t WHERE a = 1', 'select COUNT(*) from t where a=1;')).toBe(
      'SELECT count(*) FROM t WHERE a = 1',
    );
  });

  it('is the simplest of equally frequent texts, then the one that came first', async () => {
    expect(await chosen('SELECT a FROM t WHERE a IN (SELECT b FROM u)', 'SELECT a FROM t')).toBe('SELECT a FROM t');
    expect(await chosen('SELECT a FROM t', 'SELECT b FROM t')).toBe('SELECT a FROM t');
  });
});

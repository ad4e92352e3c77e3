import { describe, expect, it } from '@jest/globals';
import { representativeOf } from './representative.js';

const chosen = async (...sqls: string[]): Promise<string> =>
  (
    await representativeOf(
      sqls.map((sql) => ({ sql })),
      'sqlite',
    )
  ).sql;

describe('what stands for equal results', () => {
  it('is the canonical text that most candidates gave, however they wrote it', async () => {
    expect(await chosen('SELECT 1', 'SELECT count(*) FROM t WHERE a = 1', 'select COUNT(*) from t where a=1;')).toBe(
      'SELECT count(*) FROM t WHERE a = 1',
    );
  });

  it('is the simplest of equally frequent texts, then the one that came first', async () => {
    expect(await chosen('SELECT a FROM t WHERE a IN (SELECT b FROM u)', 'SELECT a FROM t')).toBe('SELECT a FROM t');
    expect(await chosen('SELECT a FROM t', 'SELECT b FROM t')).toBe('SELECT a FROM t');
  });

  it('does not exist where there is no candidate', async () => {
    await expect(chosen()).rejects.toThrow(RangeError);
  });
});

import { describe, expect, it } from '@jest/globals';
import { parsePolyglot } from './polyglot-parser.js';

describe('parsePolyglot', () => {
  it.each(['SELECT a FROM t', 'SELECT a FROM'])('parses a recent text once for each dialect: %s', async (sql) => {
    const first = await parsePolyglot(sql, 'mysql');
    expect(await parsePolyglot(sql, 'mysql')).toBe(first);
    expect(await parsePolyglot(sql, 'sqlite')).not.toBe(first);
  });

  it('does not keep the tree of a long text', async () => {
    const sql = `SELECT a FROM t WHERE a = '${'x'.repeat(20_000)}'`;
    expect(await parsePolyglot(sql, 'mysql')).not.toBe(await parsePolyglot(sql, 'mysql'));
  });
});

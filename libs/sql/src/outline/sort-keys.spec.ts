import { describe, expect, it } from '@jest/globals';
import { sortKeys } from './sort-keys.js';

describe('sortKeys', () => {
  it.each([
    ['SELECT a, b FROM t ORDER BY b DESC', [1], 'SELECT a, b FROM t ORDER BY b DESC'],
    ['SELECT a FROM t ORDER BY b, a', [-1, 0], 'SELECT a , (b) FROM t ORDER BY b, a'],
    ['SELECT T.a, count(*) AS n FROM t ORDER BY n LIMIT 1', [1], null],
    ['SELECT a, count(*) FROM t GROUP BY a ORDER BY COUNT(*) DESC NULLS LAST', [1], null],
    ['SELECT a, b FROM t ORDER BY 2', [1], null],
    ['SELECT * FROM t ORDER BY lower(b), c', [-2, -1], 'SELECT * , (lower(b)), (c) FROM t ORDER BY lower(b), c'],
    ['SELECT DISTINCT a FROM t ORDER BY a;', [0], null],
    ['SELECT (SELECT 1 FROM u ORDER BY z) x FROM t ORDER BY q', [-1], null],
  ])('finds the keys of %s', (sql, columns, rewritten) => {
    const found = sortKeys(sql, 'sqlite');
    expect(found?.columns).toEqual(columns);
    if (rewritten !== null) expect(found?.sql.replace(/\s+/g, ' ')).toBe(rewritten.replace(/\s+/g, ' '));
  });

  it.each([
    'SELECT a FROM t',
    'SELECT DISTINCT a FROM t ORDER BY b',
    'SELECT a FROM t UNION SELECT a FROM u ORDER BY b',
    'WITH x AS (SELECT 1) SELECT * FROM x ORDER BY 1',
    'SELECT a FROM (SELECT a FROM t ORDER BY b)',
  ])('knows none for %s', (sql) => {
    expect(sortKeys(sql, 'sqlite')).toBeNull();
  });
});

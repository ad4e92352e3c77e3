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
    [
      'SELECT a, sum(b) AS s, count(*) AS `n` FROM t GROUP BY a ORDER BY s * 1.0 / n, t.s, s(a)',
      [-3, -2, -1],
      'SELECT a, sum(b) AS s, count(*) AS `n` , (s * 1.0 / n), (t.s), (s(a)) FROM t GROUP BY a ORDER BY s * 1.0 / n, t.s, s(a)',
    ],
    ['SELECT round(b) AS b FROM t ORDER BY -b', [-1], 'SELECT round(b) AS b , (-b) FROM t ORDER BY -b'],
    ['SELECT (SELECT 1 FROM u ORDER BY z) x FROM t ORDER BY q', [-1], null],
  ])('finds the keys of %s', (sql, columns, rewritten) => {
    const found = sortKeys(sql, 'sqlite');
    expect(found?.columns).toEqual(columns);
    if (rewritten !== null) expect(found?.sql.replace(/\s+/g, ' ')).toBe(rewritten.replace(/\s+/g, ' '));
  });

  it('keeps words in expressions that are columns in other dialects', () => {
    const sql = 'SELECT count(*) AS n FROM t GROUP BY a ORDER BY -n';
    expect(sortKeys(sql, 'postgres')?.added).toEqual(['-n']);
    expect(sortKeys(sql, 'mysql')?.otherwise?.added).toEqual(['-(count(*))']);
  });

  it('takes a column before an alias of its name, which expressions mean', () => {
    const found = sortKeys('SELECT avg(b) AS s, n FROM t GROUP BY n ORDER BY -s / `n`, s(a)', 'sqlite');
    expect([found?.added, found?.otherwise?.added]).toEqual([
      ['-s / `n`', 's(a)'],
      ['-(avg(b)) / `n`', 's(a)'],
    ]);
    expect(sortKeys('SELECT a AS rating FROM t ORDER BY -"rating"', 'sqlite')).toMatchObject({ added: ['-(a)'] });
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

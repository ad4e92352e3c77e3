import { describe, expect, it } from '@jest/globals';
import { missingMeasure } from './missing-measure.js';

describe('missingMeasure', () => {
  it.each([
    ['SELECT a FROM t GROUP BY a ORDER BY COUNT(*) DESC LIMIT 5', 'count'],
    ['SELECT a FROM t GROUP BY a ORDER BY count(DISTINCT t.b) DESC LIMIT 5', 'count'],
    ['SELECT a FROM t GROUP BY a ORDER BY SUM(t."Amount") DESC, a LIMIT 1', 'sum of amount'],
    ['SELECT a FROM t GROUP BY a ORDER BY avg(b * coalesce(c, 0)) DESC NULLS LAST LIMIT 1', 'avg(b * coalesce(c, 0))'],
    ['SELECT a FROM t ORDER BY t.born_year LIMIT 1', 'born_year'],
    ['SELECT a FROM t GROUP BY a ORDER BY sum(b) / sum(c) DESC LIMIT 1', 'sum(b) / sum(c)'],
    ['SELECT a FROM t ORDER BY b * c DESC LIMIT 1', 'b * c'],
    ['SELECT a FROM t ORDER BY case when b then c end LIMIT 1', 'case when b then c end'],
    ['WITH n AS (SELECT a, count(*) AS c FROM t GROUP BY a) SELECT a FROM n ORDER BY c DESC LIMIT 1', 'c'],
    ['SELECT a FROM t GROUP BY a ORDER BY MAX(b) FETCH FIRST 3 ROWS ONLY', 'greatest of b'],
  ])('names what %s ranks by', (sql, name) => {
    expect(missingMeasure(sql, 'postgres')?.name).toBe(name);
  });

  it('adds it behind the columns, before further keys', () => {
    const measure = missingMeasure('SELECT TOP 5 a FROM t GROUP BY a ORDER BY COUNT(*) DESC, MAX(b)', 'sqlserver');
    expect(measure).toEqual({
      sql: 'SELECT TOP 5 a , (COUNT(*)), (MAX(b)) FROM t GROUP BY a ORDER BY COUNT(*) DESC, MAX(b)',
      added: 2,
      name: 'count',
    });
  });

  it.each([
    'SELECT a FROM t ORDER BY b',
    'SELECT a, b FROM t ORDER BY b DESC LIMIT 5',
    'SELECT a, count(*) AS n FROM t GROUP BY a ORDER BY n DESC, max(c) LIMIT 5',
    'SELECT a FROM t ORDER BY random() LIMIT 5',
    'SELECT DISTINCT a FROM t ORDER BY b LIMIT 5',
    'SELECT a FROM t UNION SELECT a FROM u ORDER BY b LIMIT 5',
    'SELECT a FROM (SELECT a FROM t ORDER BY b LIMIT 5) s',
    'SELECT a FROM t LIMIT 5',
  ])('is none of %s', (sql) => {
    expect(missingMeasure(sql, 'postgres')).toBeNull();
  });
});

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
    [
      'SELECT a FROM l GROUP BY a ORDER BY SUM(l.quantity * l.unit_price * (1 - COALESCE(l.discount, 0))) DESC LIMIT 1',
      'sum of quantity * unit_price …',
    ],
    ['SELECT a FROM t WHERE t.b = (SELECT MAX(b) FROM t)', 'b'],
    [
      'SELECT a FROM t GROUP BY a HAVING COUNT(*) = (SELECT MAX(n) FROM (SELECT COUNT(*) AS n FROM t GROUP BY a) s)',
      'count',
    ],
  ])('names what %s ranks by', (sql, name) => {
    expect(missingMeasure(sql, 'postgres')?.name).toBe(name);
  });

  it.each([
    [
      'SELECT a FROM (SELECT a, ROW_NUMBER() OVER (PARTITION BY c ORDER BY SUM(b) DESC, a) AS rn FROM t GROUP BY a) s WHERE rn = 1',
      'SELECT a , assay_measure FROM (SELECT a, ROW_NUMBER() OVER (PARTITION BY c ORDER BY SUM(b) DESC, a) AS rn , (SUM(b)) as assay_measure FROM t GROUP BY a) s WHERE rn = 1',
      'sum of b',
    ],
    [
      'WITH r AS (SELECT a, b, rank() OVER (ORDER BY b DESC) AS "place" FROM t) SELECT r.a FROM r WHERE b > 1 AND b < 9 AND r."place" <= 3 ORDER BY 1',
      'WITH r AS (SELECT a, b, rank() OVER (ORDER BY b DESC) AS "place" FROM t) SELECT r.a , b FROM r WHERE b > 1 AND b < 9 AND r."place" <= 3 ORDER BY 1',
      'b',
    ],
    [
      'WITH r AS (SELECT a, sum(b) AS total, rank() OVER (ORDER BY sum(b) DESC) AS rn FROM t GROUP BY a) SELECT a FROM r WHERE rn = 1',
      'WITH r AS (SELECT a, sum(b) AS total, rank() OVER (ORDER BY sum(b) DESC) AS rn FROM t GROUP BY a) SELECT a , total FROM r WHERE rn = 1',
      'sum of b',
    ],
  ])('passes what a window ranks by out of %s', (sql, measured, name) => {
    expect(missingMeasure(sql, 'postgres')).toEqual({ sql: measured, added: 1, name });
  });

  it.each([
    [
      'SELECT a, c FROM t GROUP BY a, c QUALIFY row_number() OVER (PARTITION BY c ORDER BY sum(b) DESC) = 1',
      'SELECT a, c , (sum(b)) FROM t GROUP BY a, c QUALIFY row_number() OVER (PARTITION BY c ORDER BY sum(b) DESC) = 1',
      'sum of b',
    ],
    [
      'WITH r AS (SELECT * FROM t) SELECT DISTINCT c, FIRST_VALUE(a) OVER (PARTITION BY c ORDER BY b DESC ROWS UNBOUNDED PRECEDING) AS a FROM r',
      'WITH r AS (SELECT * FROM t) SELECT DISTINCT c, FIRST_VALUE(a) OVER (PARTITION BY c ORDER BY b DESC ROWS UNBOUNDED PRECEDING) AS a , first_value(b) over (PARTITION BY c ORDER BY b DESC ROWS UNBOUNDED PRECEDING) FROM r',
      'b',
    ],
  ])('adds what the window ranks by to %s', (sql, measured, name) => {
    expect(missingMeasure(sql, 'duckdb')).toEqual({ sql: measured, added: 1, name });
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
    'SELECT a, b FROM t WHERE b = (SELECT max(b) FROM t)',
    'SELECT DISTINCT a FROM t WHERE b = (SELECT max(b) FROM t)',
    'SELECT a FROM t WHERE b = (SELECT max(b) FROM t) OR c = 1',
    'SELECT a FROM t WHERE b = (SELECT max(b) + 1 FROM t)',
    'SELECT a, n FROM (SELECT a, count(*) AS n, rank() OVER (ORDER BY count(*) DESC) AS r FROM t GROUP BY a) s WHERE r = 1',
    'SELECT * FROM (SELECT a, rank() OVER (ORDER BY b) AS r FROM t) s WHERE r = 1',
    'SELECT a FROM (SELECT a, rank() OVER (ORDER BY b) AS r FROM t) s WHERE c = 1',
    'SELECT a FROM (SELECT a, row_number() OVER () AS r FROM t) s WHERE r = 1',
    'SELECT a FROM t WHERE b = 1',
    'SELECT a, b FROM t QUALIFY rank() OVER (ORDER BY b DESC) = 1',
    'SELECT a FROM t QUALIFY rank() OVER (ORDER BY b DESC) = 1 OR c = 1',
    'SELECT a FROM t QUALIFY rank() OVER (ORDER BY b DESC) < c',
    'SELECT a FROM t WINDOW w AS (ORDER BY b) QUALIFY rank() OVER w = 1',
    'SELECT DISTINCT FIRST_VALUE(a) OVER (PARTITION BY c ORDER BY b DESC) FROM t',
    'SELECT b, FIRST_VALUE(a) OVER (ORDER BY b DESC) FROM t',
    'SELECT FIRST_VALUE(a) OVER w FROM t WINDOW w AS (ORDER BY b)',
    'SELECT FIRST_VALUE(a) OVER (PARTITION BY c) FROM t',
  ])('is none of %s', (sql) => {
    expect(missingMeasure(sql, 'postgres')).toBeNull();
  });
});

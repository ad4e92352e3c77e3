import { describe, expect, it } from '@jest/globals';
import type { Dialect } from '@assay/contracts';
import { guardSql } from './guard.js';

/** The server runs the text as written: `tables` must name each table of it. */
describe('tables of a text that is adapted for the parser', () => {
  it.each<[Dialect, string, string[]]>([
    ['mysql', 'SELECT * FROM (SELECT 1 AS error) d JOIN v ON error LEFT JOIN (SELECT 1 a) u ON 1=1', ['v']],
    ['mysql', 'SELECT * FROM jobs JOIN shop.v ON error WHERE 1 = 1', ['jobs', 'shop.v']],
    ['mysql', 'SELECT * FROM (SELECT 1 AS error) d JOIN jobs j ON error = 1', ['jobs']],
    ['mysql', 'SELECT * FROM t JOIN v ON empty', ['t', 'v']],
    [
      'mysql',
      "SELECT substring('abc' FROM 1 FOR system_time + EXISTS (TABLE v)) FROM (SELECT 0 AS system_time) d",
      ['v'],
    ],
    ['mysql', 'TABLE t UNION DISTINCT TABLE v', ['t', 'v']],
    ['mysql', 'SELECT * FROM shop.year_month', ['shop.year_month']],
    ['mysql', 'SELECT * FROM t JOIN year_month ON 1 = 1, day_hour', ['t', 'year_month', 'day_hour']],
    ['mysql', 'SELECT t.day_hour FROM t WHERE d > now() - INTERVAL (1 + 1) DAY_HOUR', ['t']],
    ['mysql', 'SELECT extract(YEAR_MONTH FROM d), d + INTERVAL n DAY_HOUR FROM t', ['t']],
    ['mysql', "SELECT JSON_OBJECT('a', u.first, 'b', u.last) FROM u", ['u']],
    ['mysql', "SELECT JSON_VALUE(d, '$.a' DEFAULT '0' ON EMPTY ERROR ON ERROR) FROM u", ['u']],
    ['mariadb', 'SELECT * FROM t CROSS JOIN (SELECT 1 AS a) cycled JOIN v', ['t', 'v']],
    ['mariadb', 'SELECT * FROM t AS charset, (SELECT 1 FROM charset x) y', ['t', 'charset']],
    ['mariadb', "SELECT * FROM t FOR SYSTEM_TIME FROM '2020-01-01' TO now(6) JOIN v ON 1 = 1", ['t', 'v']],
    ['mariadb', 'SELECT * FROM t FOR SYSTEM_TIME AS OF (now() - INTERVAL 1 SECOND) AS x STRAIGHT_JOIN v', ['t', 'v']],
    ['mysql', 'WITH a AS (TABLE v) SELECT STRAIGHT_JOIN a.b FROM a JOIN (TABLE u) x', ['v', 'u']],
    ['mysql', 'SELECT * FROM t USE INDEX FOR JOIN (a, b) JOIN u ON (a, b) = (c, d)', ['t', 'u']],
    ['sqlite', 'SELECT * FROM big int', ['big']],
    ['sqlite', 'SELECT * FROM t WHERE a IN v AND b NOT IN main."w" AND c IN (d, e)', ['t', 'v', 'main.w']],
    ['sqlite', 'WITH c AS (SELECT 1) SELECT 1 IN c, a IS NOT DISTINCT FROM b, true FROM t', ['t']],
    ['sqlite', 'SELECT * FROM native character, unsigned int', ['native', 'unsigned']],
    ['sqlite', 'SELECT big int, CAST(a AS VARYING CHARACTER(5)) FROM varying', ['varying']],
    ['sqlite', 'SELECT iif(a, u.first, u.last) FROM lateral u', ['lateral']],
    ['sqlite', 'SELECT json_group_array(u.last ORDER BY u.first DESC NULLS LAST) FROM u', ['u']],
    ['oracle', 'SELECT * FROM a, TABLE(b) c WHERE a.x = c.x(+)', ['a']],
    ['duckdb', "PIVOT t ON s IN ('x') ORDER BY a, b", ['t']],
    ['duckdb', "PIVOT t ON s IN ('x') UNION ALL SELECT a, b FROM u JOIN v ON u.a = v.a", ['t', 'u', 'v']],
    [
      'duckdb',
      "PIVOT t ON s IN ('x') USING sum(b) UNION ALL SELECT a FROM u WHERE q IN (SELECT c FROM v)",
      ['t', 'u', 'v'],
    ],
    ['duckdb', 'UNPIVOT t ON a INTO NAME n VALUE v, w ORDER BY n', ['t']],
    ['duckdb', 'SELECT * FROM (SELECT 1 AS a) UNPIVOT INCLUDE NULLS (v FOR n IN (a)) JOIN u ON 1 = 1', ['u']],
    ['duckdb', 'SELECT * FROM t JOIN u ON x = [a, b] AND {k: a, l: b} = y, w', ['t', 'u', 'w']],
    ['duckdb', 'SELECT * FROM (PIVOT t ON a IN (1), b IN (2) USING sum(c) GROUP BY d, e) x, u', ['t', 'u']],
    ['duckdb', 'SELECT ALL by name FROM t', ['t']],
    ['duckdb', 'SELECT trim(BOTH x FROM y), a IS DISTINCT FROM b FROM t', ['t']],
    [
      'clickhouse',
      'SELECT a IN u, b NOT IN (d.v), in(c, w), e GLOBAL IN (1, x) FROM t',
      ['u', 'd.v', 'c', 'w', 'x', 't'],
    ],
    ['clickhouse', 'SELECT a IN (+u), b IN ((v) AS c), d IN ((w)) FROM t', ['u', 'v', 'w', 't']],
    ['clickhouse', 'WITH +u AS a, v AS b SELECT 1 IN a, 1 IN (b)', ['u', 'v', 'a', 'b']],
    ['clickhouse', 'WITH c AS (SELECT 1) SELECT arrayMap(x -> x IN (c), [1]) FROM t', ['t']],
    ['clickhouse', 'WITH 1 AS u, (SELECT 1) AS v SELECT * FROM u, v', ['u', 'v']],
    ['clickhouse', 'WITH u AS (SELECT 1) SELECT * FROM U', ['U']],
    ['clickhouse', 'WITH u AS (SELECT * FROM v), v AS (SELECT 1) SELECT * FROM u', ['v']],
    ['clickhouse', 'SELECT * FROM T, t', ['T', 't']],
    ['clickhouse', 'FROM t FINAL SAMPLE 0.1 LEFT ARRAY JOIN a AS b, c JOIN u USING (d), v SELECT e', ['t', 'u', 'v']],
    ['clickhouse', 'SELECT * FROM d.t x ARRAY JOIN a', ['d.t']],
    ['clickhouse', 'SELECT * FROM t AS array JOIN u ON 1', ['t', 'u']],
    ['clickhouse', 'SELECT * FROM array JOIN u ON 1', ['array', 'u']],
    ['clickhouse', 'SELECT * FROM t, d.array JOIN u ON 1', ['t', 'd.array', 'u']],
    ['clickhouse', 'SELECT * FROM t JOIN u ON u.a AND array JOIN v ON 1', ['t', 'u', 'v']],
    ['clickhouse', 'SELECT * FROM t JOIN u USING array JOIN v ON 1', ['t', 'u', 'v']],
    ['clickhouse', 'SELECT a FROM t ORDER BY a WITH FILL FROM u TO v', ['t']],
    ['mysql', 'WITH v AS (SELECT * FROM v) SELECT * FROM v', ['v']],
    ['duckdb', 'WITH v AS (SELECT * FROM v) SELECT * FROM v', ['v']],
    ['mysql', 'WITH T AS (SELECT 1) SELECT * FROM t', ['t']],
  ])('%s: %s', async (dialect, sql, tables) => {
    expect(await guardSql(sql, dialect)).toMatchObject({ allowed: true, tables });
  });

  it.each<[Dialect, string]>([
    ['mysql', 'SELECT * FROM t FOR SYSTEM_TIME AS OF (TABLE v)'],
    ['mysql', 'WITH json_array (a) AS (SELECT 1) SELECT * FROM f'],
    ['mysql', 'WITH json_array (a) AS (SELECT 1) SELECT 1 FROM f WINDOW f AS (ORDER BY 1)'],
    ['sqlite', "SELECT 1 IN 'sqlite_master'"],
    ['sqlite', 'WITH iif(a) AS (SELECT 1) SELECT * FROM f'],
    ['duckdb', 'SELECT * FROM t, include nulls'],
    ['duckdb', "SELECT * FROM t, uuid 'x'"],
    ['duckdb', 'UNPIVOT t ON a INTO NAME n VALUE v JOIN u'],
    ['duckdb', 'DESCRIBE TABLE t'],
    ['clickhouse', 'WITH fill FROM u SELECT fill'],
    ['clickhouse', 'SELECT 1 AS a UNION ALL WITH fill FROM u SELECT fill'],
    ['clickhouse', 'SELECT * FROM t JOIN u USING a ARRAY JOIN b'],
    ['duckdb', 'SELECT equi_width_bins(0, 10, 1000000000000, true)'],
  ])('refuses on %s: %s', async (dialect, sql) => {
    expect(await guardSql(sql, dialect)).toMatchObject({ allowed: false });
  });
});

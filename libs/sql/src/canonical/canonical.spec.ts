import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Dialect } from '@assay/contracts';
import fc from 'fast-check';
import { tokenize } from '../lexer/lexer.js';
import { canonicalSql } from './canonical.js';
import { sqlComplexity } from './complexity.js';
import { ordersRows } from '../outline/orders-rows.js';

const equal: [Dialect, string, string][] = [
  [
    'postgres',
    "SELECT COUNT(*) AS n FROM orders o WHERE o.a='X' ;",
    "select count ( * ) from orders where a = 'X' -- x",
  ],
  [
    'postgres',
    'SELECT T1.a FROM s AS T1 JOIN c AS T2 ON T1.id=T2.sid ORDER BY T1.b ASC',
    'SELECT s.a FROM s INNER JOIN c ON s.id = c.sid ORDER BY s.b',
  ],
  ['postgres', 'WITH x AS (SELECT 1 AS a) SELECT x.a FROM x', 'with y as (select 1 a) select y.a from y'],
  [
    'postgres',
    'SELECT a, count(*) AS c FROM t GROUP BY a ORDER BY c DESC',
    'SELECT a, count(*) FROM t GROUP BY a ORDER BY 2 DESC',
  ],
  ['postgres', 'SELECT CAST(a AS int) FROM t', 'SELECT a::int4 FROM t'],
  ['postgres', 'SELECT a FROM t WHERE a <> 1', 'SELECT a FROM t WHERE a != 1'],
  ['postgres', 'SELECT "a" FROM t', 'SELECT A FROM T'],
  [
    'sqlite',
    'SELECT T1.name AS n FROM s AS T1 INNER JOIN C AS T2 ON T1.id = T2.sid ORDER BY T1.age ASC;',
    'select a.name from s a join c b on a.id=b.sid order by a.age',
  ],
  ['sqlite', "SELECT `name` FROM [t] WHERE a <> 'B'", "select name from t where a != 'B'"],
  ['sqlite', 'SELECT a FROM t WHERE b == 1', 'SELECT a FROM t WHERE b = 1'],
  ['mysql', 'SELECT `Name` FROM Users u WHERE a = "x"', "select name from Users as v where a = 'x' # c"],
  ['sqlserver', 'SELECT TOP 5 [Name] FROM dbo.T x', 'select top 5 name from DBO.t as y'],
  ['oracle', 'SELECT "NAME" FROM t', 'select name from T'],
  [
    'sqlite',
    'SELECT x.a, count(x.b) FROM t AS x WHERE x.c = 1 GROUP BY x.a',
    'SELECT a, count(b) FROM t WHERE c = 1 GROUP BY a',
  ],
  ['mysql', 'SELECT Users.a FROM Users', 'SELECT u.a FROM Users u'],
  ['oracle', 'SELECT e.* FROM emp e', 'SELECT * FROM EMP'],
  ['sqlite', 'SELEC a FROM', 'selec  a\nfrom -- x'],
  ['clickhouse', "SELECT COUNT() AS n FROM t AS x WHERE x.a = 'B'", "select count() from t where a = 'B' # c"],
  ['clickhouse', 'SELECT `a` FROM t x ORDER BY x.b ASC', 'SELECT y.a FROM t AS y ORDER BY y.b'],
];

const different: [Dialect, string, string][] = [
  ['postgres', "SELECT 'A'", "SELECT 'a'"],
  ['postgres', 'SELECT "A" FROM t', 'SELECT a FROM t'],
  ['postgres', 'SELECT o FROM orders o', 'SELECT o FROM orders p'],
  ['postgres', 'SELECT a, b FROM t', 'SELECT b, a FROM t'],
  ['postgres', 'SELECT a AS x, b AS a FROM t ORDER BY a', 'SELECT a, b FROM t ORDER BY a'],
  ['postgres', 'SELECT * FROM a x, b y WHERE x.i = 1', 'SELECT * FROM a x, b y WHERE y.i = 1'],
  ['postgres', 'SELECT a FROM t LIMIT 1', 'SELECT a FROM t LIMIT 2'],
  ['postgres', 'SELECT count(a) FROM t', 'SELECT count(DISTINCT a) FROM t'],
  ['postgres', 'WITH t AS (SELECT 1 a) SELECT a FROM t', 'WITH u AS (SELECT 1 a) SELECT a FROM t'],
  ['postgres', 'SELECT a FROM t ORDER BY a NULLS FIRST', 'SELECT a FROM t ORDER BY a'],
  ['postgres', 'SELECT 1 UNION SELECT 1', 'SELECT 1 UNION ALL SELECT 1'],
  ['sqlite', 'SELECT a FROM t WHERE b = "France"', 'SELECT a FROM t WHERE b = "france"'],
  ['sqlite', 'SELECT x.a FROM t x, t y', 'SELECT y.a FROM t x, t y'],
  ['sqlite', 'SELECT b AS a FROM t x ORDER BY x.a', 'SELECT b AS a FROM t ORDER BY a'],
  ['sqlite', 'SELECT x.a FROM t x, json_each(x.b) j', 'SELECT a FROM t, json_each(b) j'],
  [
    'mysql',
    'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)',
    'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = a)',
  ],
  ['sqlite', "SELECT a FROM t WHERE b = 'x'", 'SELECT a FROM t WHERE b = x'],
  ['sqlite', 'SELECT a FROM t LEFT JOIN u USING (i)', 'SELECT a FROM t JOIN u USING (i)'],
  ['mysql', 'SELECT a FROM Users', 'SELECT a FROM users'],
  ['mysql', "SELECT 'a' AS 'b'", "SELECT 'a' 'b'"],
  ['mysql', 'SELECT * FROM a T1 JOIN b t1 ON T1.x = 1', 'SELECT * FROM a T1 JOIN b t1 ON t1.x = 1'],
  ['mysql', "SELECT DATE AS '2020-01-01' FROM t", "SELECT DATE '2020-01-01' FROM t"],
  ['oracle', 'SELECT "Name" FROM t', 'SELECT name FROM t'],
  ['sqlserver', 'SELECT TOP 5 a FROM t', 'SELECT TOP 6 a FROM t'],
  ['clickhouse', 'SELECT a FROM t', 'SELECT A FROM t'],
  ['clickhouse', 'SELECT toDate(a) FROM t', 'SELECT todate(a) FROM t'],
  ['clickhouse', 'SELECT a AS b, b + 1 FROM t', 'SELECT a, b + 1 FROM t'],
  ['clickhouse', 'SELECT -a AS a FROM t WHERE a > 1', 'SELECT -a FROM t WHERE a > 1'],
  ['clickhouse', 'SELECT a FROM t FINAL', 'SELECT a FROM t'],
  ['clickhouse', 'SELECT a FROM t LIMIT 1 BY b', 'SELECT a FROM t LIMIT 1'],
];

async function hash(sql: string, dialect: Dialect): Promise<string> {
  return (await canonicalSql(sql, dialect)).hash;
}

describe('canonicalSql', () => {
  it.each(equal)('takes for one, on %s: %s | %s', async (dialect, left, right) => {
    expect((await canonicalSql(left, dialect)).canonical).toBe((await canonicalSql(right, dialect)).canonical);
    expect(await hash(left, dialect)).toBe(await hash(right, dialect));
  });

  it.each(different)('keeps apart, on %s: %s | %s', async (dialect, left, right) => {
    expect(await hash(left, dialect)).not.toBe(await hash(right, dialect));
  });

  it.each(['postgres', 'sqlite', 'mysql', 'sqlserver', 'duckdb', 'clickhouse', 'oracle'] as const)(
    'keeps apart, on %s, what names its columns otherwise, where asked to',
    async (dialect) => {
      const hashes = async (keepsOutputNames: boolean): Promise<string[]> => {
        const texts = ['count(*) AS n FROM t AS x', 'COUNT( * ) n from t', 'count(*) m FROM t', 'count(*) FROM t'];
        const forms = texts.map((text) => canonicalSql(`SELECT ${text}`, dialect, { keepsOutputNames }));
        return (await Promise.all(forms)).map(({ hash }) => hash);
      };
      const [first, second, ...others] = await hashes(true);
      expect(second).toBe(first);
      expect(new Set([first, ...others]).size).toBe(3);
      expect(new Set(await hashes(false)).size).toBe(1);
    },
  );

  it('is untouched by white space, comments and the final semicolon', async () => {
    const file = new URL('../../fixtures/benign-statements.json', import.meta.url);
    const statements = JSON.parse(readFileSync(file, 'utf8')) as { dialect: Dialect; sql: string }[];
    await fc.assert(
      fc.asyncProperty(
        fc.nat(statements.length - 1),
        fc.array(fc.constantFrom(' ', '\n', ' /* x */ ', '\t'), { minLength: 1 }),
        async (index, gaps) => {
          const { dialect, sql } = statements[index] as { dialect: Dialect; sql: string };
          let text = '';
          let from = 0;
          for (const [place, token] of tokenize(sql, dialect).tokens.entries()) {
            text += (token.start > from ? (gaps[place % gaps.length] ?? ' ') : '') + token.text;
            if (token.text.startsWith('--') || token.text.startsWith('#')) text += '\n';
            from = token.end;
          }
          expect({ sql: text, hash: await hash(`${text} ;`, dialect) }).toEqual({
            sql: text,
            hash: await hash(sql, dialect),
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('answers for any text', async () => {
    const dialects = fc.constantFrom<Dialect>('postgres', 'mysql', 'sqlite', 'sqlserver', 'oracle');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), dialects, async (text, dialect) => {
        expect(await hash(text, dialect)).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });
});

describe('sqlComplexity', () => {
  const ladder = [
    'SELECT a FROM t',
    'SELECT a FROM t WHERE b = 1',
    'SELECT a FROM t WHERE b = 1 AND c = 2',
    'SELECT x.a FROM t x JOIN u y ON y.i = x.i WHERE x.b = 1 AND y.c = 2',
    'SELECT x.a FROM t x JOIN u y ON y.i = x.i WHERE x.b = 1 AND y.c IN (SELECT c FROM v WHERE d = 2)',
    'WITH w AS (SELECT c FROM v WHERE d = 2) SELECT x.a FROM t x JOIN u y ON y.i = x.i WHERE x.b = 1 AND y.c IN (SELECT c FROM w WHERE d = 2)',
  ];

  it.each(['postgres', 'mysql', 'mariadb', 'sqlite', 'sqlserver', 'oracle'] as const)(
    'grows with every clause on %s',
    async (dialect) => {
      const scores = await Promise.all(ladder.map((sql) => sqlComplexity(sql, dialect)));
      expect([...scores].sort((left, right) => left - right)).toEqual(scores);
      expect(new Set(scores).size).toBe(scores.length);
    },
  );

  it('does not depend on formatting or names', async () => {
    expect(await sqlComplexity('select  B.a from T as B -- x', 'sqlite')).toBe(
      await sqlComplexity('SELECT t.a FROM t', 'sqlite'),
    );
  });

  it('counts words where nothing can be parsed', async () => {
    expect(await sqlComplexity('SELECT FROM JOIN WHERE', 'sqlite')).toBeGreaterThan(0);
  });
});

describe('ordersRows', () => {
  it.each([
    ['SELECT a FROM t ORDER BY a', true],
    ['select a from t order /* x */ by a limit 5;', true],
    ['(SELECT a FROM t ORDER BY a) LIMIT 5', true],
    ['SELECT a FROM t UNION SELECT b FROM u ORDER BY 1', true],
    ['WITH c AS (SELECT 1) SELECT * FROM c ORDER BY 1', true],
    ['SELECT a FROM t', false],
    ['SELECT a, row_number() OVER (ORDER BY b) FROM t', false],
    ['SELECT * FROM (SELECT a FROM t ORDER BY a) x', false],
    ['(SELECT a FROM t ORDER BY a) UNION SELECT b FROM u', false],
    ["SELECT 'order by' FROM t -- order by a", false],
    ['SELECT string_agg(a, b ORDER BY c) FROM t', false],
  ] as const)('%s: %p', async (sql, expected) => {
    for (const dialect of ['postgres', 'mysql', 'sqlite', 'sqlserver', 'oracle'] as const) {
      expect(await ordersRows(sql, dialect)).toBe(expected);
    }
  });
});

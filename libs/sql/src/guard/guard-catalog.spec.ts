import { describe, expect, it } from '@jest/globals';
import type { DatabaseCatalog } from './database-catalog.js';
import { guardSql } from './guard.js';

const EMPTY_CATALOG: DatabaseCatalog = {
  version: null,
  columnStamps: new Map(),
  relations: [],
  functions: [],
  operators: [],
  casts: [],
  types: [],
  orderings: [],
  builtInNames: new Set(),
};

describe('what the catalog says on dialects without attribute notation', () => {
  const own = (name: string): DatabaseCatalog['functions'][number] => ({
    schema: 'shop',
    name,
    fewest: 0,
    most: Infinity,
    outNames: [],
    returns: 25,
    extension: null,
  });

  it('refuses a function of the list that the database has one of its own for', async () => {
    const catalog = { ...EMPTY_CATALOG, functions: [own('Regexp_Like')] };
    const sql = "SELECT regexp_like(a, 'x') FROM t";
    expect(await guardSql(sql, 'mariadb')).toMatchObject({ allowed: true });
    expect(await guardSql(sql, 'mariadb', { catalog })).toMatchObject({ rule: 'function' });
    expect(await guardSql(sql, 'mariadb', { catalog, allowFunctions: ['regexp_like'] })).toMatchObject({
      allowed: true,
    });
  });

  it('lets FROM call full-text tables of SQLite, and nothing else call them', async () => {
    const catalog = { ...EMPTY_CATALOG, searched: ['doc', 'my notes'] };
    const judged = (sql: string) => guardSql(sql, 'sqlite', { catalog });
    const joined = `SELECT * FROM t JOIN "My Notes"('x OR y') n ON n.rowid = t.id, doc('z') WHERE rank < 0`;
    expect(await judged(joined)).toMatchObject({ allowed: true, tables: ['t', 'My Notes', 'doc'] });
    expect(await guardSql(joined, 'sqlite')).toMatchObject({ rule: 'function' });
    expect(await judged("SELECT * FROM other('x')")).toMatchObject({ rule: 'function' });
    for (const sql of [
      "SELECT doc('x') FROM t",
      "SELECT * FROM t WHERE doc('x')",
      "SELECT * FROM t WHERE id IN doc('x')",
      "SELECT * FROM t JOIN u ON doc('x')",
      "SELECT * FROM t, u ORDER BY 1, doc('x')",
    ]) {
      expect({ sql, ...(await judged(sql)) }).toMatchObject({ sql, rule: 'function' });
    }
  });

  /** An alias may equal a function's schema; columns belong to one SELECT. */
  const OUT_OF_REACH = [
    'SELECT shop.myfunc FROM orders shop',
    'SELECT shop."MYFUNC" FROM orders shop',
    'SELECT status FROM dual UNION ALL SELECT o.status FROM orders o',
    'SELECT status FROM (SELECT o.id FROM orders o) q',
  ];

  it('refuses a bare name that Oracle would call', async () => {
    const relation = { schema: 'SHOP', name: 'ORDERS', columns: ['ID', 'STATUS'], rowType: 0, ownTypes: [] };
    const catalog = { ...EMPTY_CATALOG, functions: [own('MYFUNC'), own('STATUS')], relations: [relation] };
    for (const sql of [
      'SELECT myfunc FROM dual',
      'SELECT "MYFUNC" FROM orders',
      'SELECT status FROM dual',
      'SELECT shop.status FROM dual shop, orders o',
      ...OUT_OF_REACH,
    ]) {
      expect({ sql, ...(await guardSql(sql, 'oracle', { catalog })) }).toMatchObject({ sql, rule: 'function' });
    }
    for (const sql of [
      'SELECT status, o.id FROM orders o',
      'SELECT o.status FROM (SELECT o.status FROM orders o) o',
      'SELECT o.id AS myfunc FROM orders o',
    ]) {
      expect({ sql, ...(await guardSql(sql, 'oracle', { catalog })) }).toMatchObject({ sql, allowed: true });
    }
    expect(await guardSql('SELECT myfunc FROM dual', 'oracle', { catalog, allowFunctions: ['myfunc'] })).toMatchObject({
      allowed: true,
    });
  });

  it('takes a table without a schema for any of that name', async () => {
    const emp = (schema: string, ...columns: string[]) => ({ schema, name: 'EMP', columns, rowType: 0, ownTypes: [] });
    const relations = [emp('APP', 'ID', 'NAME', 'GRADE'), emp('ARCHIVE', 'ID', 'WIPE', 'GRADE')];
    const catalog = { ...EMPTY_CATALOG, functions: [own('WIPE'), own('GRADE')], relations };
    for (const sql of [
      'SELECT wipe FROM emp',
      'SELECT id FROM emp WHERE wipe = 1',
      'SELECT e.wipe FROM emp e',
      'SELECT wipe FROM app.emp',
      'SELECT wipe FROM emp, app.emp x',
    ]) {
      expect({ sql, ...(await guardSql(sql, 'oracle', { catalog })) }).toMatchObject({ sql, rule: 'function' });
    }
    for (const sql of ['SELECT wipe FROM archive.emp', 'SELECT grade FROM emp', 'SELECT e.grade FROM app.emp e']) {
      expect({ sql, ...(await guardSql(sql, 'oracle', { catalog })) }).toMatchObject({ sql, allowed: true });
    }
  });

  it('refuses an alias that is called like a package, whose members Oracle calls behind the dot', async () => {
    const catalog = { ...EMPTY_CATALOG, packages: ['PRICING'] };
    for (const sql of [
      'SELECT pricing.total FROM orders pricing',
      'SELECT "PRICING"."TOTAL" FROM orders pricing',
      'SELECT shop.pricing.total FROM shop.orders pricing',
      'SELECT o.id FROM orders o JOIN lines pricing ON pricing.total = o.id',
      'SELECT pricing.total FROM (SELECT 1 AS n FROM dual) pricing',
    ]) {
      expect({ sql, ...(await guardSql(sql, 'oracle')) }).toMatchObject({ sql, allowed: true });
      expect({ sql, ...(await guardSql(sql, 'oracle', { catalog })) }).toMatchObject({ sql, rule: 'function' });
    }
    for (const sql of ['SELECT p.total FROM orders p', 'SELECT total AS pricing FROM orders']) {
      expect({ sql, ...(await guardSql(sql, 'oracle', { catalog })) }).toMatchObject({ sql, allowed: true });
    }
    expect(
      await guardSql('SELECT pricing.total FROM orders pricing', 'oracle', {
        catalog,
        allowFunctions: ['pricing.total'],
      }),
    ).toMatchObject({ allowed: true });
  });

  it.each([
    'select c.Prop from t',
    'select t.c.Prop from t',
    'select x.c.Prop from dbo.t as x',
    'select dbo.c.Prop from dbo.t',
    'select 1 from t where c.Prop = 1',
    'select 1 from t group by c.Prop',
    'select a from t order by c.Prop',
    'select c.Prop from t where exists (select 1 from u as c)',
    'select c.Prop from (select u.c from u) as q',
    'with c as (select 1 as a) select c.Prop from t',
    'select (c).Prop from t',
    'select a from t join u on u.a = c.Prop',
    'select count(*) over (partition by c.Prop) from t',
    'select a from t union all select c.Prop from t',
    'select [c].[Prop] from t',
    'select x.a from t cross apply (select c.Prop as a) as x',
  ])('refuses %s, which would read a property in SQL Server', async (sql) => {
    expect({ sql, ...(await guardSql(sql, 'sqlserver')) }).toMatchObject({ sql, allowed: false });
  });

  it.each([
    'select t.c from t',
    'select dbo.t.c from dbo.t',
    'select x.c from dbo.t as x',
    'select x.c, y.d from dbo.t x join sales.u y on y.id = x.id where x.a > 1 order by x.c',
    'select (select count(*) from u where u.id = t.id) as n from t',
    'select q.c from (select t.c from t) as q',
    'with q as (select t.c from t) select q.c from q',
    'select j.value from t cross apply openjson(t.d) as j',
    'select p.a from t pivot (sum(a) for b in ([x])) as p',
    'select t.* from t',
    'select v.a from (values (1)) as v(a)',
    'select s.value from t cross apply string_split(t.a, t.b) s',
    'select t.a from t union all select u.a from u order by a',
    'select x.a from t cross apply (select t.c as a) as x',
    'select x.a from t outer apply (select top 1 u.a from u where u.id = t.id order by u.d desc) as x',
    'select [Order Details].[c] from [Order Details]',
    'select x.c from (t as x inner join u as y on x.id = y.id)',
  ])('allows %s in SQL Server', async (sql) => {
    expect({ sql, ...(await guardSql(sql, 'sqlserver')) }).toMatchObject({ sql, allowed: true });
  });
});

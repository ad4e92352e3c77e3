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

  /** An alias may be called as the owner of a function; a column of one SELECT is none of another's. */
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
});

import { describe, expect, it } from '@jest/globals';
import type { DatabaseSchema, TableSchema } from '@assay/contracts';
import { usedTables } from './used-tables.js';

const tableOf = (name: string, schema = 'public'): TableSchema => ({
  schema,
  name,
  kind: 'table',
  description: null,
  rowEstimate: null,
  columns: [],
  primaryKey: [],
  foreignKeys: [],
});

const schema: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shop',
  tables: [tableOf('orders', 'archive'), tableOf('offers'), tableOf('orders'), tableOf('payment')],
};

const used = (sql: string): string[] =>
  usedTables(schema, sql, 'postgres').tables.map(({ schema: own, name }) => `${own}.${name}`);

describe('usedTables', () => {
  it.each([
    ['SELECT o.id FROM orders o UNION SELECT o.id FROM offers o', ['public.orders', 'public.offers']],
    [
      'WITH a AS (SELECT * FROM orders t), b AS (SELECT * FROM payment t) SELECT * FROM a, b',
      ['public.orders', 'public.payment'],
    ],
    ['SELECT * FROM archive.orders o JOIN orders p USING (id)', ['archive.orders', 'public.orders']],
    ['SELECT * FROM "offers", payment', ['public.offers', 'public.payment']],
    ['SELECT 1', []],
  ])('finds all tables of %s', (sql, expected) => {
    expect(used(sql)).toEqual(expected);
  });

  it('takes the database of a ClickHouse connection for a name without one', () => {
    const tables = [tableOf('orders', 'archive'), tableOf('orders', 'shop')];
    const clickhouse: DatabaseSchema = { dialect: 'clickhouse', name: 'shop', tables };
    expect(usedTables(clickhouse, 'SELECT * FROM orders', 'clickhouse').tables).toEqual([tables[1]]);
  });
});

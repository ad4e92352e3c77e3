import { describe, expect, it } from '@jest/globals';
import type { DatabaseSchema } from '@assay/contracts';
import { tableOfText } from './fixtures/table-of-text.js';
import { schemaContradictions, type ExaminedNames } from './schema-contradictions.js';

const SCHEMA: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shop',
  tables: [
    tableOfText('public', 'customer', 'id', 'name', 'city'),
    tableOfText('public', 'purchase', 'id', 'customer_id', 'amount', 'placed_on'),
  ],
};

const valid = (sql: string, ...tables: string[]): ExaminedNames => ({ outcome: 'valid', sql, tables, error: null });
const failed = (sql: string, message: string): ExaminedNames => ({
  outcome: 'failed',
  sql,
  tables: [],
  error: { category: 'SCHEMA_ERROR', code: '42703', message, position: null, hint: null },
});
const contradictions = (examined: ExaminedNames): string[] => schemaContradictions(examined, SCHEMA, 'postgres');

describe('schemaContradictions', () => {
  it.each([
    ['a new table', valid('select * from voucher', 'voucher'), ['voucher']],
    ['a new table with its schema', valid('select * from public.voucher', 'public.voucher'), ['public.voucher']],
    ['a new column', valid('select loyalty from customer', 'customer'), ['loyalty']],
    ['a new column behind an alias', valid('select c.loyalty from customer c', 'customer'), ['loyalty']],
    ['a table that is gone', failed('select * from customer', 'relation "customer" does not exist'), ['customer']],
    ['a column that is gone', failed('select name from customer', 'column "name" does not exist'), ['name']],
    [
      'a column that is gone from one of two tables',
      failed('select c.id from customer c join purchase p on true', 'column c.id does not exist'),
      ['c.id'],
    ],
  ])('finds %s', (_name, examined, names) => expect(contradictions(examined)).toEqual(names));

  it.each([
    ['every word is known', valid('select c.name as who, count(*) total from customer c group by c.name', 'customer')],
    ['types and functions are no columns', valid("select sum(amount)::float8, date '2024-01-01' from purchase p")],
    ['output names are ordered by', valid('select count(*) as orders from purchase order by orders desc', 'purchase')],
    ['a subquery has columns of its own', valid('select total from (select sum(amount) as total from purchase) s')],
    ['the model made a table up', failed('select * from clients', 'relation "clients" does not exist')],
    ['the model made a column up', failed('select surname from customer', 'column "surname" does not exist')],
    [
      'the column belongs to another table',
      failed('select c.amount from customer c join purchase p on true', 'column c.amount does not exist'),
    ],
  ])('finds nothing where %s', (_name, examined) => expect(contradictions(examined)).toEqual([]));

  it('finds nothing in a statement that failed for another reason', () => {
    const examined = failed('select name from customer', 'column "name" does not exist');
    const error = { ...examined.error, category: 'EXECUTION_ERROR' as const };
    expect(contradictions({ ...examined, error } as ExaminedNames)).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { DatabaseProfile, TableProfile } from '@assay/contracts';
import { readFixture } from '../fixtures/read-fixture.js';
import { SHOP } from '../fixtures/shop-schema.js';
import { readKnowledge } from '../read-knowledge.js';
import type { KnowledgeItem } from '../item.js';
import { applyToProfile } from './apply-to-profile.js';
import { applyToSchema } from './apply-to-schema.js';
import { resolveKnowledge } from './resolve-knowledge.js';

const { items } = resolveKnowledge(readKnowledge(readFixture('schema.yml')).items, SHOP);

/** Relationships of one table, none of which is another: each to a column of a table of its own. */
const relationships = (count: number): KnowledgeItem[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'relationship',
    table: { schema: 'main', name: 'orders' },
    columns: ['customer_id'],
    to: { schema: 'main', name: `t${at}` },
    toColumns: ['id'],
  }));

describe('applyToSchema', () => {
  const orders = (own: string[] = []) => applyToSchema(SHOP, items, own).tables.find(({ name }) => name === 'orders');
  const total = (own: string[]) => orders(own)?.columns.find(({ name }) => name === 'order_total')?.description;

  it('describes tables and columns, and joins them', () => {
    expect(orders()).toMatchObject({
      description: 'One row for each order, paid or not.',
      foreignKeys: [{ columns: ['customer_id'], referencedTable: 'customers', referencedColumns: ['customer_id'] }],
    });
    expect(total([])).toBe('What was paid, tax included.');
  });

  it('leaves what was described here as it is', () => {
    expect(total(['orders.order_total'])).toBeNull();
    expect(total(['MAIN.Orders.order_total'])).toBeNull();
    expect(orders(['main.orders'])?.description).toBeNull();
  });

  it('does nothing twice, and nothing to a schema that nothing is said of', () => {
    const once = applyToSchema(SHOP, items);
    expect(applyToSchema(once, items)).toEqual(once);
    expect(applyToSchema(SHOP, [])).toBe(SHOP);
  });

  it('adds so many foreign keys to a table, however many are said, and each once', () => {
    const added = (of: KnowledgeItem[]) =>
      applyToSchema(SHOP, of).tables.find(({ name }) => name === 'orders')?.foreignKeys.length;
    expect(added(relationships(100_000))).toBe(500);
    expect(added([...relationships(3), ...relationships(3)])).toBe(3);
  });
});

describe('applyToProfile', () => {
  const column = (name: string, distinct: number, values: string[]) => ({
    name,
    nullShare: 0,
    distinct,
    minimum: null,
    maximum: null,
    frequent: values.map((value) => ({ value, count: 10 })),
    pattern: null,
  });
  const profileOf = (name: string, columns: TableProfile['columns']): DatabaseProfile => ({
    tables: [
      {
        schema: 'main',
        name,
        rowCount: 40,
        sampled: false,
        columns,
        unique: [],
        dependencies: [],
        orders: [],
        inclusions: [],
        declared: { unique: [], checks: [], generated: [], enums: [], domains: [], view: null },
      },
    ],
  });

  it('adds what is said as if it had been observed', () => {
    const { tables } = applyToProfile(profileOf('orders', [column('customer_id', 12, [])]), items);
    expect(tables[0]).toMatchObject({
      unique: [['customer_id', 'ordered_at']],
      inclusions: [{ column: 'customer_id', schema: 'main', table: 'customers', otherColumn: 'customer_id' }],
    });
    const customers = profileOf('customers', [column('customer_id', 40, []), column('customer_type', 1, ['new'])]);
    expect(applyToProfile(customers, items).tables[0]).toMatchObject({
      unique: [['customer_id']],
      columns: [{}, { distinct: 2, frequent: [{ value: 'new' }, { value: 'returning', count: 0 }] }],
    });
  });

  it('leaves out what the data contradict', () => {
    const customers = profileOf('customers', [column('customer_id', 39, []), column('customer_type', 1, ['lost'])]);
    expect(applyToProfile(customers, items)).toEqual(customers);
  });

  it('adds so much to a table, however much is said, and each once', () => {
    const added = (of: KnowledgeItem[]) =>
      applyToProfile(profileOf('orders', [column('customer_id', 40, [])]), of).tables[0];
    const sets = Array.from({ length: 100_000 }, (_, at): KnowledgeItem => ({
      kind: 'unique',
      table: { schema: 'main', name: 'orders' },
      columns: ['customer_id', `c${at}`],
    }));
    const table = added([...relationships(100_000), ...sets]);
    expect([table?.inclusions.length, table?.unique.length]).toEqual([500, 500]);
    const reversed = sets.slice(0, 3).map((set) => ({ ...set, columns: ['c0', 'customer_id'] }));
    const twice = added([
      ...relationships(3),
      ...sets.slice(0, 1),
      ...relationships(3),
      ...(reversed as KnowledgeItem[]),
    ]);
    expect([twice?.inclusions.length, twice?.unique.length]).toEqual([3, 1]);
  });
});

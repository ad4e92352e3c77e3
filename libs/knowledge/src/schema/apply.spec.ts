import { describe, expect, it } from '@jest/globals';
import type { DatabaseProfile, TableProfile } from '@assay/contracts';
import { readFixture } from '../fixtures/read-fixture.js';
import { SHOP } from '../fixtures/shop-schema.js';
import { readKnowledge } from '../read-knowledge.js';
import { applyToProfile } from './apply-to-profile.js';
import { applyToSchema } from './apply-to-schema.js';
import { resolveKnowledge } from './resolve-knowledge.js';

const { items } = resolveKnowledge(readKnowledge(readFixture('schema.yml')).items, SHOP);

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
});

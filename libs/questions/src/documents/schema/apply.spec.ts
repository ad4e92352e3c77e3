import { describe, expect, it } from '@jest/globals';
import type { DatabaseProfile, StatedRules, TableProfile } from '@assay/contracts';
import { readFixture } from '../fixtures/read-fixture.js';
import { SHOP } from '../fixtures/shop-schema.js';
import { readKnowledge } from '../read-knowledge.js';
import type { KnowledgeItem } from '../item.js';
import { applyToProfile } from './apply-to-profile.js';
import { applyToSchema } from './apply-to-schema.js';
import { resolveKnowledge } from './resolve-knowledge.js';

const { items } = resolveKnowledge(readKnowledge(readFixture('schema.yml')).items, SHOP);

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

  const statedOf = (profile: DatabaseProfile, of: readonly KnowledgeItem[] = items): StatedRules | undefined => {
    const { stated } = applyToProfile(profile, of);
    return stated?.find(({ name }) => name === (profile.tables[0]?.name ?? stated[0]?.name));
  };

  it('states what is said beside what was observed', () => {
    const orders = profileOf('orders', [column('customer_id', 12, []), column('order_id', 40, [])]);
    expect(applyToProfile(orders, items).tables).toBe(orders.tables);
    expect(statedOf(orders)).toEqual({
      schema: 'main',
      name: 'orders',
      unique: [['customer_id', 'ordered_at']],
      notNull: ['order_id'],
      values: [],
      foreignKeys: [
        {
          columns: ['customer_id'],
          referencedSchema: 'main',
          referencedTable: 'customers',
          referencedColumns: ['customer_id'],
        },
      ],
    });
    const customers = profileOf('customers', [column('customer_id', 40, []), column('customer_type', 1, ['new'])]);
    expect(statedOf(customers)).toMatchObject({
      unique: [['customer_id']],
      notNull: ['customer_id'],
      values: [{ column: 'customer_type', values: ['new', 'returning'] }],
    });
  });

  it.each<[string, DatabaseProfile]>([
    ['was not profiled', { tables: [] }],
    ['is empty', { tables: [{ ...profileOf('customers', []).tables[0], rowCount: 0 } as TableProfile] }],
    ['was profiled without values', profileOf('customers', [column('customer_type', 2, [])])],
  ])('states rules of a table that %s', (_, profile) => {
    expect(applyToProfile(profile, items).stated?.find(({ name }) => name === 'customers')).toMatchObject({
      unique: [['customer_id']],
      notNull: ['customer_id'],
      values: [{ column: 'customer_type' }],
    });
  });

  it('states keys of several columns', () => {
    const columns = ['order_id', 'product_id'];
    const lines: KnowledgeItem = {
      kind: 'relationship',
      table: { schema: 'main', name: 'returns' },
      columns,
      to: { schema: 'main', name: 'order_items' },
      toColumns: columns,
    };
    expect(statedOf({ tables: [] }, [lines])?.foreignKeys).toMatchObject([{ columns, referencedColumns: columns }]);
  });

  it('leaves out what the data contradict', () => {
    const customers = [{ ...column('customer_id', 39, []), nullShare: 0.01 }, column('customer_type', 1, ['lost'])];
    const other = profileOf('customers', customers);
    expect(statedOf(other)).toBeUndefined();
    expect(
      statedOf(profileOf('customers', [column('customer_type', 3, []), ...customers.slice(0, 1)])),
    ).toBeUndefined();
    const few = { ...profileOf('customers', [column('customer_id', 3, [])]).tables[0], name: 'customers' };
    const many = profileOf('orders', [column('customer_id', 4, [])]);
    expect(statedOf({ tables: [...many.tables, few as TableProfile] })?.foreignKeys).toEqual([]);
  });

  it('takes a sample for what it is: it repeats a value, or proves nothing', () => {
    const sampled = (counted: number): DatabaseProfile => {
      const key = { ...column('customer_id', 30, []), frequent: [{ value: 1, count: counted }] };
      return { tables: [{ ...profileOf('customers', [key]).tables[0], sampled: true } as TableProfile] };
    };
    expect([statedOf(sampled(1))?.unique, statedOf(sampled(2))?.unique]).toEqual([[['customer_id']], []]);
    const payload = column('customer_id', 1, []);
    const ofSample = profileOf('customers', [{ ...payload, sampled: ['distinct' as const] }]);
    const ofAll = profileOf('customers', [payload]);
    expect([statedOf(ofSample)?.unique, statedOf(ofAll)?.unique]).toEqual([[['customer_id']], []]);
  });

  it('states so much of a table, however much is said, and each once', () => {
    const added = (of: KnowledgeItem[]) => statedOf(profileOf('orders', [column('customer_id', 40, [])]), of);
    const sets = Array.from({ length: 100_000 }, (_, at): KnowledgeItem => ({
      kind: 'unique',
      table: { schema: 'main', name: 'orders' },
      columns: ['customer_id', `c${at}`],
    }));
    const table = added([...relationships(100_000), ...sets]);
    expect([table?.foreignKeys.length, table?.unique.length]).toEqual([500, 500]);
    const reversed = sets.slice(0, 3).map((set) => ({ ...set, columns: ['c0', 'customer_id'] }));
    const twice = added([
      ...relationships(3),
      ...sets.slice(0, 1),
      ...relationships(3),
      ...(reversed as KnowledgeItem[]),
    ]);
    expect([twice?.foreignKeys.length, twice?.unique.length]).toEqual([3, 1]);
  });
});

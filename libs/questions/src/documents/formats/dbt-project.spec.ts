import { describe, expect, it } from '@jest/globals';
import { subjectOf, statementOfItem } from '../item.js';
import { readKnowledge } from '../read-knowledge.js';

function read(document: object): { taken: string[]; left: string[] } {
  const { items, leftOut } = readKnowledge(JSON.stringify(document));
  const reported = (item: (typeof items)[number]): string =>
    item.kind === 'description' || item.kind === 'metric'
      ? `${subjectOf(item)}: ${statementOfItem(item)}`
      : subjectOf(item);
  return { taken: items.map(reported), left: leftOut.map(({ what, reason }) => `${what}: ${reason}`) };
}

const MANIFEST = { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json' };
const CONSTRAINTS = [
  { type: 'primary_key', columns: ['order_id', 'line'] },
  { type: 'foreign_key', columns: ['customer_id'], to: "ref('customers')", to_columns: ['id'] },
  { type: 'foreign_key', columns: ['store_id'], to: 'shop.main.stores', to_columns: ['id'] },
  { type: 'foreign_key', columns: ['coupon'], expression: 'coupons (code)' },
  { type: 'unique', columns: ['number'] },
  { type: 'not_null', columns: ['number'] },
  { type: 'check', expression: 'total > 0' },
];
const TAKEN = [
  'not null orders.order_id',
  'not null orders.line',
  'unique orders (order_id, line)',
  'relationship orders.customer_id → customers.id',
  'relationship orders.store_id → stores.id',
  'unique orders.number',
  'not null orders.number',
];
const LEFT = [
  'constraint foreign_key on orders.coupon: does not say which columns of which model it leads to',
  'constraint check on orders: is a condition, which is not read',
];

describe('constraints of dbt models', () => {
  it('are read from property files, or reported', () => {
    expect(read({ version: 2, models: [{ name: 'orders', constraints: CONSTRAINTS }] })).toEqual({
      taken: TAKEN,
      left: LEFT,
    });
  });

  it('are taken from manifests, also those of columns', () => {
    const columns = {
      number: { name: 'number', constraints: [{ type: 'unique' }, { type: 'not_null' }, { type: 'check' }] },
    };
    const nodes = {
      'model.shop.orders': { resource_type: 'model', name: 'orders', constraints: CONSTRAINTS, columns },
    };
    expect(read({ metadata: MANIFEST, nodes })).toEqual({
      taken: TAKEN,
      left: [...LEFT, 'constraint check on orders.number: is a condition, which is not read'],
    });
  });
});

describe('descriptions of dbt', () => {
  const metrics = [
    { name: 'revenue', description: "{{ doc('revenue') }}", type: 'simple', type_params: { measure: 'a' } },
  ];
  const description = '{{ doc("orders") }} Daily.';

  it('are left where they are templates: the comments of the database stay', () => {
    const { taken, left } = read({ version: 2, models: [{ name: 'orders', description }], metrics });
    expect(taken).toEqual([]);
    expect(left.slice(0, 2)).toEqual([
      'description of orders: is a template whose text is not in the document',
      'description of metric revenue: is a template whose text is not in the document',
    ]);
  });

  it('have the blocks that the document holds', () => {
    const docs = { 'doc.shop.orders': { name: 'orders', block_contents: 'One row for each order.' } };
    const nodes = { 'model.shop.orders': { resource_type: 'model', name: 'orders', description } };
    expect(read({ metadata: MANIFEST, nodes, docs }).taken).toEqual([
      'description of orders: One row for each order. Daily.',
    ]);
  });
});

it('reports each part of a project that is not read', () => {
  const parts = {
    exposures: [{ name: 'board' }],
    saved_queries: [{ name: 'monthly' }],
    unit_tests: [{ name: 'sums' }],
  };
  const left = [
    'exposure board: says nothing about the data',
    'saved query monthly: is a query of the semantic layer, not a definition',
    'unit test sums: tests invented rows, not the data',
  ];
  const models = [{ name: 'orders', latest_version: 2, versions: [{ v: 1 }, { v: 2 }] }];
  expect(read({ version: 2, models, ...parts }).left).toEqual([
    'version 1 of orders: is a separate table, which is not read',
    'version 2 of orders: is a separate table, which is not read',
    ...left,
  ]);
  const manifest = Object.fromEntries(Object.entries(parts).map(([key, list]) => [key, { only: list[0] }]));
  expect(read({ metadata: MANIFEST, nodes: {}, ...manifest }).left).toEqual(left);
});

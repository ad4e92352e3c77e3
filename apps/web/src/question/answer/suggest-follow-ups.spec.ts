import { describe, expect, it } from '@jest/globals';
import type { TableProfile, TableSchema } from '@assay/contracts';
import { suggestFollowUps } from './suggest-follow-ups.js';

const column = (name: string, type: string, examples: string[] = []): TableSchema['columns'][number] => ({
  name,
  type,
  nullable: false,
  description: null,
  examples,
});
const table = (name: string, columns: TableSchema['columns']): TableSchema =>
  ({
    schema: 'public',
    name,
    kind: 'table',
    description: null,
    columns,
    primaryKey: [],
    foreignKeys: [],
  }) as unknown as TableSchema;
const TABLES = [
  table('sales_order', [
    column('id', 'int4'),
    column('ordered_on', 'date'),
    column('status', 'text', ['open', 'paid']),
  ]),
  table('order', [column('colour', 'text', ['red'])]),
];

describe('suggestFollowUps', () => {
  it('splits a figure by a category and by month of the tables that it reads', () => {
    const figure = { columns: [{ name: 'orders', type: 'int8' }], rows: [['12']] };
    expect(suggestFollowUps(figure, 'select count(*) from sales_order', TABLES)).toEqual([
      'The same by status',
      'The same by month of ordered on',
      'Which rows is this computed from?',
    ]);
  });

  it('ranks and shares a long list', () => {
    const columns = [
      { name: 'status', type: 'text' },
      { name: 'total_amount', type: 'numeric' },
    ];
    const rows = Array.from({ length: 9 }, (_, index) => [`s${index}`, `${index}.50`]);
    expect(suggestFollowUps({ columns, rows }, 'select status, sum(x) from sales_order', TABLES)).toEqual([
      'Only the 5 with the highest total amount',
      'The same by month of ordered on',
      "Each one's share of the sum of total amount",
    ]);
  });

  it.each(['customer_id', 'CustomerID', 'Customer Id', 'year', 'zip_code'])('ranks and shares no %s', (name) => {
    const columns = [
      { name: 'status', type: 'text' },
      { name, type: 'int8' },
    ];
    const rows = Array.from({ length: 9 }, (_, index) => [`s${index}`, `${index}`]);
    const offered = suggestFollowUps({ columns, rows }, 'select 1', []);
    expect(offered.filter((text) => /highest|share|change/i.test(text))).toEqual([]);
    const [total] = suggestFollowUps(
      { columns: [{ name: 'total', type: 'int8' }, ...columns], rows: rows.map((row) => ['5', ...row]) },
      'select 1',
      [],
    );
    expect(total).toBe('Only the 5 with the highest total');
  });

  it('splits by the column of few values that the profile knows', () => {
    const columns = ['remark', 'status', 'shop_name'].map((name) => column(name, 'text', ['a']));
    const tables = [table('sales_order', columns)];
    const of = (counts: number[]): TableProfile =>
      ({
        schema: 'public',
        name: 'sales_order',
        columns: columns.map(({ name }, index) => ({ name, distinct: counts[index] })),
      }) as unknown as TableProfile;
    const figure = { columns: [{ name: 'n', type: 'int8' }], rows: [['12']] };
    const first = (counts: number[]): string | undefined =>
      suggestFollowUps(figure, 'select count(*) from sales_order', tables, [of(counts)])[0];
    expect(first([900, 1, 30])).toBe('The same by shop name');
    expect(first([900, 4, 30])).toBe('The same by status');
    expect(first([900, 1, 31])).toBe('Which rows is this computed from?');
  });

  it('offers three without a schema, also for no rows', () => {
    const columns = [
      { name: 'month', type: 'date' },
      { name: 'n', type: 'int8' },
    ];
    expect(suggestFollowUps({ columns, rows: [] }, 'select 1', [])).toEqual([
      'How many are there in all?',
      'The same without missing values',
      'The same with the number of rows behind each value',
    ]);
    const figure = { columns: [{ name: 'n', type: 'text' }], rows: [['a']] };
    expect(suggestFollowUps(figure, 'select 1', [])).toHaveLength(3);
    expect(suggestFollowUps({ columns, rows: [['2024-01-01', 1]] }, 'select 1', [])[0]).toBe(
      'The change from one period to the next',
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import type { TableSchema } from '@assay/contracts';
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
      "Each one's share of all total amount",
    ]);
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

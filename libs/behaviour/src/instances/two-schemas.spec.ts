import { describe, expect, it } from '@jest/globals';
import type { Cell, DatabaseSchema, TableSchema } from '@assay/contracts';
import { takeProfile } from '../profile/take-profile.js';
import { readStatement } from '../statements/read-statement.js';
import { schemaModel } from './schema-model.js';

function tablesOf(shop: string): TableSchema[] {
  const table = (name: string, columns: string[], foreignKeys: TableSchema['foreignKeys'] = []): TableSchema => ({
    schema: shop,
    name,
    kind: 'table',
    description: null,
    rowEstimate: null,
    primaryKey: ['id'],
    foreignKeys,
    columns: columns.map((column) => ({
      ...{ name: column, type: 'integer', nullable: true, description: null, examples: [] },
    })),
  });
  const key = {
    columns: ['customer'],
    referencedSchema: shop,
    referencedTable: 'customers',
    referencedColumns: ['id'],
  };
  return [
    table('customers', shop === 'north' ? ['id', 'visits'] : ['id', 'points']),
    table('orders', ['id', 'customer'], [key]),
  ];
}

const SCHEMA: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shops',
  tables: [...tablesOf('north'), ...tablesOf('south')],
};

describe('tables of one name in two schemas', () => {
  it('keep rows of their own', async () => {
    const read = async (sql: string): Promise<Cell[][]> => {
      if (/count\(/i.test(sql)) return [['1']];
      return [[sql.includes('north') ? '1' : '2', '7']];
    };
    const { rows } = await takeProfile(SCHEMA, read, { sendRows: true });
    expect(rows['north.customers']).toEqual({ columns: ['id', 'visits'], rows: [[1, 7]] });
    expect(rows['south.customers']).toEqual({ columns: ['id', 'points'], rows: [[2, 7]] });
  });

  it('are the parents of what refers to them, each of its own schema', async () => {
    const facts = [
      await readStatement('select n.id from north.orders n join south.orders s on s.id = n.id', 'postgres', SCHEMA),
    ];
    const { tables } = schemaModel(SCHEMA, { tables: [] }, facts);
    const parents = tables
      .filter(({ table }) => table.name === 'orders')
      .map(({ key, parents: links }) => [key, ...links.map(({ parent }) => parent.key)]);
    expect(parents).toEqual([
      ['north.orders', 'north.customers'],
      ['south.orders', 'south.customers'],
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { DatabaseSchema } from '@assay/contracts';
import { schemaForAgents } from './schema-for-agents.js';

const column = (name: string): DatabaseSchema['tables'][number]['columns'][number] => ({
  name,
  type: 'text',
  nullable: true,
  description: `comment of ${name}`,
  examples: ['a value'],
});
const table = (schema: string | null, name: string): DatabaseSchema['tables'][number] => ({
  schema,
  name,
  kind: 'table',
  description: null,
  rowEstimate: null,
  columns: [column('id'), column('City')],
  primaryKey: [],
  foreignKeys: [],
});
const snapshot: DatabaseSchema = {
  dialect: 'postgres',
  name: 'shop',
  tables: [table('public', 'Orders'), table('archive', 'Orders'), table(null, 'lines')],
};

const show = (descriptions: Record<string, string>, sendRows = true): DatabaseSchema =>
  schemaForAgents(snapshot, { descriptions, settings: { sendRows } });

describe('schemaForAgents', () => {
  it('is the snapshot where nothing is said', () => {
    expect(show({})).toBe(snapshot);
  });

  it('puts descriptions of tables and columns over the comments, whatever the case of the name', () => {
    const shown = show({ orders: 'All orders', 'ORDERS.city': 'Destination' });
    expect(shown.tables[0]).toMatchObject({ description: 'All orders', columns: [{}, { description: 'Destination' }] });
    expect(shown.tables[0]?.columns[0]?.description).toBe('comment of id');
    expect(shown.tables[2]).toEqual(snapshot.tables[2]);
  });

  it('distinguishes tables of the same name by schema', () => {
    const shown = show({ 'archive.orders': 'Old ones', 'archive.orders.id': 'Old id' });
    expect(shown.tables[0]).toEqual(snapshot.tables[0]);
    expect(shown.tables[1]).toMatchObject({ description: 'Old ones', columns: [{ description: 'Old id' }, {}] });
  });

  it('shows no value where rows are not to be sent, and leaves the snapshot as it is', () => {
    const shown = show({ lines: 'Lines' }, false);
    expect(JSON.stringify(shown)).not.toContain('a value');
    expect(JSON.stringify(snapshot)).toContain('a value');
  });
});

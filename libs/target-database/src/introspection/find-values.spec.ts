import { describe, expect, it } from '@jest/globals';
import type { Cell, FoundValues, RequestedValues, TableSchema } from '@assay/contracts';
import type { DatabaseDriver } from '../driver.js';
import type { WithSession } from './examples.js';
import { findValues } from './find-values.js';

const LIMITS = { statementTimeoutMs: 60_000, maxRows: 50, maxBytes: 1_000_000 };

function table(name: string, fields: Partial<TableSchema> = {}): TableSchema {
  const columns = [{ name: 'colour', type: 'text' }];
  return { schema: null, name, kind: 'table', rowEstimate: 10, columns, ...fields } as unknown as TableSchema;
}

/** Reads fail for relations without rows. */
function search(
  tables: TableSchema[],
  rows: Record<string, Cell[][]>,
  requested: RequestedValues = { values: ['Blue'] },
): Promise<FoundValues> {
  const driver = {
    holdsText: () => true,
    valueQuery: ({ relation }: { relation: { name: string } }) => ({ sql: relation.name, parameters: [] }),
  } as unknown as DatabaseDriver;
  const withSession = ((use: (session: unknown) => unknown) =>
    use({
      read: async ({ sql }: { sql: string }) => {
        const given = rows[sql];
        if (given === undefined) throw new Error('timeout');
        return given;
      },
    })) as unknown as WithSession;
  const { signal } = new AbortController();
  return findValues(requested, LIMITS, { tables, driver, withSession, signal });
}

const blue = [{ value: 'Blue', table: 'eyes', column: 'colour', stored: 'blue' }];

describe('a search of values', () => {
  it.each([
    ['another form', { values: ['African'] }, [['Africa'], ['Asia']], ['Africa']],
    ['an equal value before a longer one', { values: ['Blue'] }, [['Blue Whale'], ['blue']], ['blue']],
    ['no longer value for a plain word', { values: [], words: ['independence'] }, [['Independence Day']], []],
  ])('finds %s', async (_title, requested, rows, stored) => {
    const { found } = await search([table('eyes')], { eyes: rows }, requested);
    expect(found.map((hit) => hit.stored)).toEqual(stored);
  });

  it('is whole if all rows of all tables were read', async () => {
    const tables = [table('eyes'), table('seen', { kind: 'view', rowEstimate: null })];
    expect(await search(tables, { eyes: [['blue']], seen: [] })).toEqual({ found: blue });
  });

  it.each([
    ['a table could not be read in time', [table('eyes'), table('skins')], { eyes: [['blue']] }],
    ['a table may have more rows than are read', [table('eyes'), table('skins', { rowEstimate: 60_000 })], {}],
    ['the size of a table is not known', [table('eyes', { rowEstimate: null })], {}],
    ['a foreign table was left out', [table('eyes'), table('skins', { kind: 'foreign' })], {}],
    ['a scan reached its limit of rows', [table('eyes')], { eyes: Array.from({ length: 50 }, () => ['blue']) }],
  ] satisfies [string, TableSchema[], Record<string, Cell[][]>][])('is partial if %s', async (_, tables, rows) => {
    const given = { eyes: [['blue']], skins: [], ...rows };
    const readable = Object.fromEntries(Object.entries(given).filter(([name]) => !('eyes' in rows) || name in rows));
    expect(await search(tables, readable)).toEqual({ found: blue, isPartial: true });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { DatabaseCatalog } from '@assay/sql';
import type { TargetDatabase } from '@assay/target-database';
import { guardStatement } from './guarded-statement.js';
import type { WorkspaceConnection } from './workspace-connection.js';

const connection = { dialect: 'postgres', guard: {} } as unknown as WorkspaceConnection;
const never = new AbortController().signal;

function catalogWith(version: string, columns: string[]): DatabaseCatalog {
  return {
    version,
    columnStamps: new Map([['customer', BigInt(version)]]),
    relations: [{ schema: 'public', name: 'customer', columns, rowType: 20_000, ownTypes: [] }],
    functions: [{ schema: 'public', name: 'rank_of', fewest: 1, most: 1, outNames: [], returns: 25, extension: null }],
    operators: [],
    casts: [],
    types: [],
    orderings: [],
    builtInNames: new Set(['lower']),
  };
}

function databaseWith(fresh: DatabaseCatalog, looks: string[]): TargetDatabase {
  return {
    catalog: () => {
      looks.push('fresh');
      return Promise.resolve(fresh);
    },
    refusedRelation: () => Promise.resolve(null),
  } as unknown as TargetDatabase;
}

describe('guardStatement', () => {
  const sql = 'select c.rank_of from customer c';

  it('refreshes the catalog before it refuses a name, and reports the catalog used', async () => {
    const looks: string[] = [];
    const database = databaseWith(catalogWith('2', ['id', 'rank_of']), looks);
    const guarded = await guardStatement(sql, connection, database, catalogWith('1', ['id']), never);
    expect(guarded).toMatchObject({
      allowed: true,
      catalogVersion: { names: '2', relations: ['customer'], columns: '2' },
    });
    expect(looks).toEqual(['fresh']);
  });

  it('refuses what a fresh look refuses too', async () => {
    const database = databaseWith(catalogWith('2', ['id']), []);
    const guarded = await guardStatement(sql, connection, database, catalogWith('1', ['id']), never);
    expect(guarded).toMatchObject({ allowed: false, refusal: { rule: 'function' } });
  });

  it('does not look again for what passes, or breaks another rule', async () => {
    const looks: string[] = [];
    const database = databaseWith(catalogWith('2', ['id']), looks);
    const known = catalogWith('1', ['id', 'rank_of']);
    expect(await guardStatement(sql, connection, database, known, never)).toMatchObject({
      catalogVersion: { names: '1', relations: ['customer'], columns: '1' },
    });
    expect(await guardStatement('delete from customer', connection, database, known, never)).toMatchObject({
      allowed: false,
    });
    expect(looks).toEqual([]);
  });
});

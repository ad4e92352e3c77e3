import type {
  Cell,
  DatabaseProfile,
  DatabaseSchema,
  DeclaredConstraints,
  DeclaredTable,
  SampledTables,
  TableSchema,
} from '@assay/contracts';
import { inclusionsOf } from './inclusions.js';
import { keptRows } from './kept-rows.js';
import { profileQueries } from './profile-queries.js';
import { columnProfile, regularitiesOf, type TableRows } from './regularities.js';

export interface ProfileOptions {
  /** Rows may be sent on: without, a profile holds counts and shapes only. */
  sendRows: boolean;
  /** What the catalog declares; absent where nothing is known. */
  declared?: readonly DeclaredTable[];
  /** Whether there is time for one more table. */
  hasBudget?: () => boolean;
}

/** A profile, and some of the rows it was taken from: what mutated instances are made of. */
export interface TakenProfile {
  profile: DatabaseProfile;
  rows: SampledTables;
}

export const NOTHING_DECLARED: DeclaredConstraints = {
  unique: [],
  checks: [],
  generated: [],
  enums: [],
  domains: [],
  view: null,
};

/**
 * Profiles the tables of a schema by two statements each: the number of rows, and a sample of them.
 *
 * @param read runs one of our own statements, capped and timed by the caller; a table that it gives null for is left out
 */
export async function takeProfile(
  schema: DatabaseSchema,
  read: (sql: string) => Promise<Cell[][] | null>,
  { sendRows, declared: known = [], hasBudget }: ProfileOptions,
): Promise<TakenProfile> {
  const tables = new Map<TableSchema, TableRows & { count: number }>();
  for (const table of schema.tables) {
    if (table.kind === 'view' || table.columns.length === 0 || hasBudget?.() === false) continue;
    const queries = profileQueries(table, schema.dialect);
    const counted = await read(queries.count);
    const rows = await read(queries.sample);
    if (counted === null || rows === null) continue;
    const columns = table.columns.map(({ name }) => name);
    tables.set(table, { columns, rows, count: Number(counted[0]?.[0] ?? rows.length) });
  }
  const profiled = schema.tables.flatMap((table) => {
    const own = tables.get(table);
    const declared = declaredOf(table, known);
    // A view has no rows of its own to know of; its definition is needed all the same.
    const { columns, rows, count } = own ?? { columns: [], rows: [], count: 0 };
    const profile = {
      schema: table.schema,
      name: table.name,
      rowCount: count,
      sampled: rows.length < count,
      columns: columns.map((name, index) =>
        columnProfile(
          name,
          rows.map((row) => row[index] ?? null),
        ),
      ),
      ...regularitiesOf({ columns, rows }),
      inclusions: inclusionsOf(table, schema, (other) => tables.get(other) ?? null),
      declared,
    };
    return own === undefined && table.kind !== 'view' ? [] : [profile];
  });
  const profile = sendRows ? { tables: profiled } : withoutValues({ tables: profiled });
  return { profile, rows: sendRows ? keptRows(schema, tables) : {} };
}

function declaredOf(table: TableSchema, known: readonly DeclaredTable[]): DeclaredConstraints {
  const found = known.find(({ schema, name }) => schema === table.schema && name === table.name);
  if (found === undefined) return NOTHING_DECLARED;
  const { unique, checks, generated, enums, domains, view } = found;
  return { unique, checks, generated, enums, domains, view };
}

/** Counts and shapes alone of what was observed. */
export function withoutValues({ tables, ...stated }: DatabaseProfile): DatabaseProfile {
  return {
    ...stated,
    tables: tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) => ({ ...column, minimum: null, maximum: null, frequent: [] })),
    })),
  };
}

/** A profile without what declarations hold of values: labels of enumerations, and checks. */
export function withoutLabels({ tables, ...stated }: DatabaseProfile): DatabaseProfile {
  return {
    ...stated,
    tables: tables.map(({ declared, ...table }) => ({
      ...table,
      declared: { ...declared, checks: [], enums: declared.enums.map((one) => ({ ...one, values: [] })) },
    })),
  };
}

import type {
  Cell,
  DatabaseProfile,
  DatabaseSchema,
  DeclaredConstraints,
  DeclaredTable,
  TableSchema,
} from '@assay/contracts';
import type { SampledRows } from '../instances/mutate.js';
import { inclusionsOf } from './inclusions.js';
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

/** A profile, and the rows it was taken from: they are what mutated instances sample, and leave the process never. */
export interface TakenProfile {
  profile: DatabaseProfile;
  rows: SampledRows;
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
 * @param read runs one of our own statements, capped and timed by the caller; a table that cannot be read is left out
 */
export async function takeProfile(
  schema: DatabaseSchema,
  read: (sql: string) => Promise<Cell[][]>,
  { sendRows, declared: known = [], hasBudget }: ProfileOptions,
): Promise<TakenProfile> {
  const tables = new Map<TableSchema, TableRows & { count: number }>();
  for (const table of schema.tables) {
    if (table.kind === 'view' || hasBudget?.() === false) continue;
    const queries = profileQueries(table, schema.dialect);
    const counted = await read(queries.count);
    const rows = await read(queries.sample);
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
  const profile = { tables: sendRows ? profiled : profiled.map(withoutValues) };
  return { profile, rows: sendRows ? sampledRows(tables) : new Map() };
}

function declaredOf(table: TableSchema, known: readonly DeclaredTable[]): DeclaredConstraints {
  const found = known.find(({ schema, name }) => schema === table.schema && name === table.name);
  if (found === undefined) return NOTHING_DECLARED;
  const { unique, checks, generated, enums, domains, view } = found;
  return { unique, checks, generated, enums, domains, view };
}

function withoutValues(table: DatabaseProfile['tables'][number]): DatabaseProfile['tables'][number] {
  const columns = table.columns.map((column) => ({ ...column, minimum: null, maximum: null, frequent: [] }));
  return { ...table, columns };
}

function sampledRows(tables: ReadonlyMap<TableSchema, TableRows>): SampledRows {
  return new Map(
    [...tables].map(([{ name }, { columns, rows }]) => [
      name.toLowerCase(),
      { columns: [...columns], rows: rows.map((row) => row.map(scalar)) },
    ]),
  );
}

/** Lists and objects are no values of instances. */
function scalar(cell: Cell): string | number | boolean | null {
  return typeof cell === 'object' && cell !== null ? null : cell;
}

import type {
  Cell,
  DatabaseProfile,
  DatabaseSchema,
  DeclaredConstraints,
  DeclaredTable,
  SampledTables,
  TableProfile,
  TableSchema,
} from '@assay/contracts';
import { columnKind } from '../instances/column-kind.js';
import { inclusionsOf } from './inclusions.js';
import { keptRows } from './kept-rows.js';
import { MOST_COUNTED, ProfileQueries } from './profile-queries.js';
import { columnProfile, regularitiesOf, type TableRows } from './regularities.js';
import { withNumbers } from './with-numbers.js';
import { wholeTable, type ReadRows, type SeenTable } from './whole-table.js';

export interface ProfileOptions {
  /** False: counts and shapes only. */
  sendRows: boolean;
  declared?: readonly DeclaredTable[];
  hasBudget?: () => boolean;
  /** Per table, ms; default 2,000. */
  tableMs?: number;
}

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

const NOTHING_SEEN: SeenTable = { columns: [], unique: [], dependencies: [], orders: [] };
const NOT_READ: SeenTable = { ...NOTHING_SEEN, ofFirst: 0 };

const TABLE_MS = 2000;

interface ReadTable extends TableRows {
  count: number;
  seen: SeenTable;
}

/**
 * Row count, sample, and up to three statements if the sample is incomplete.
 * @param read null on failure: without row count or sample, the table is skipped
 */
export async function takeProfile(
  schema: DatabaseSchema,
  read: (sql: string, timeoutMs: number) => Promise<Cell[][] | null>,
  { sendRows, declared: known = [], hasBudget, tableMs = TABLE_MS }: ProfileOptions,
): Promise<TakenProfile> {
  const tables = new Map<TableSchema, ReadTable>();
  for (const table of schema.tables) {
    if (table.kind === 'view' || table.columns.length === 0 || hasBudget?.() === false) continue;
    const taken = await readTable(table, schema, read, tableMs);
    if (taken !== null) tables.set(table, taken);
  }
  const inclusions = new Map<TableSchema, TableProfile['inclusions']>();
  for (const [table, { rows, count, seen }] of tables) {
    const found = inclusionsOf(table, schema, (other) => tables.get(other) ?? null);
    const isSample = rows.length < count;
    const asked = isSample && seen.ofFirst === undefined ? found : [];
    inclusions.set(table, isSample ? await presentInAll(table, asked, schema, (sql) => read(sql, tableMs / 2)) : found);
  }
  const profiled = schema.tables.map((table) => {
    const own = tables.get(table);
    const declared = declaredOf(table, known);
    // Declared constraints are needed even if no rows were read.
    const { count, seen } = own ?? { count: 0, seen: table.kind === 'view' ? NOTHING_SEEN : NOT_READ };
    return {
      schema: table.schema,
      name: table.name,
      rowCount: count,
      sampled: count >= MOST_COUNTED || seen.ofFirst !== undefined,
      ...(own !== undefined && own.rows.length < count && { sampleRows: own.rows.length }),
      ...seen,
      inclusions: inclusions.get(table) ?? [],
      declared,
    };
  });
  const profile = sendRows ? { tables: profiled } : withoutValues({ tables: profiled });
  return { profile, rows: sendRows ? keptRows(schema, tables) : {} };
}

async function presentInAll(
  table: TableSchema,
  found: TableProfile['inclusions'],
  { dialect }: DatabaseSchema,
  read: ReadRows,
): Promise<TableProfile['inclusions']> {
  if (found.length === 0) return [];
  const [orphanCounts = []] = (await read(new ProfileQueries(table, dialect).orphanCounts(found))) ?? [];
  return found.filter((_, index) => orphanCounts[index] !== undefined && Number(orphanCounts[index]) === 0);
}

async function readTable(
  table: TableSchema,
  { dialect }: DatabaseSchema,
  run: (sql: string, timeoutMs: number) => Promise<Cell[][] | null>,
  tableMs: number,
): Promise<ReadTable | null> {
  const endsAt = performance.now() + tableMs;
  const read: ReadRows = async (sql) => {
    const left = Math.ceil(endsAt - performance.now());
    return left > 0 ? run(sql, left) : null;
  };
  const queries = new ProfileQueries(table, dialect);
  const counted = await read(queries.count);
  const sample = await read(queries.sample);
  if (counted === null || sample === null) return null;
  const columns = table.columns.map(({ name }) => name);
  const rows = withNumbers(table, sample);
  const count = Number(counted[0]?.[0] ?? rows.length);
  const ofSample: SeenTable = {
    columns: table.columns.map(({ name, type }, index) => {
      const cells = rows.map((row) => row[index] ?? null);
      const profile = columnProfile(name, cells);
      const sampled = rows.length < count ? { sampled: ['distinct' as const, 'range' as const] } : {};
      return { ...profile, ...sampled, ...(columnKind(type) !== 'text' && { pattern: null }) };
    }),
    ...regularitiesOf({ columns, rows }),
  };
  const seen = rows.length < count ? await wholeTable(table, ofSample, rows.length, queries, read) : ofSample;
  return { columns, rows, count, seen };
}

function declaredOf(table: TableSchema, known: readonly DeclaredTable[]): DeclaredConstraints {
  const found = known.find(({ schema, name }) => schema === table.schema && name === table.name);
  if (found === undefined) return NOTHING_DECLARED;
  const { unique, checks, generated, enums, domains, collations, view } = found;
  return { unique, checks, generated, enums, domains, ...(collations !== undefined && { collations }), view };
}

export function withoutValues({ tables, ...stated }: DatabaseProfile): DatabaseProfile {
  return {
    ...stated,
    tables: tables.map((table) => ({
      ...table,
      columns: table.columns.map(({ notNumbers: _, ...column }) => ({
        ...column,
        minimum: null,
        maximum: null,
        frequent: [],
      })),
    })),
  };
}

export function withoutLabels({ tables, ...stated }: DatabaseProfile): DatabaseProfile {
  return {
    ...stated,
    tables: tables.map(({ declared, ...table }) => ({
      ...table,
      declared: { ...declared, checks: [], enums: declared.enums.map((one) => ({ ...one, values: [] })) },
    })),
  };
}

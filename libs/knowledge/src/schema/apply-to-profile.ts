import type { Cell, ColumnProfile, DatabaseProfile, TableProfile } from '@assay/contracts';
import type { KnowledgeItem } from '../item.js';
import { isNew } from './is-new.js';

/** Sets of unique columns, and inclusions, that documents may add to one table: each is checked in data. */
const MOST_ADDED = 500;

/**
 * A profile with what documents say the data keep to, as if it had been observed: generated data that break it are
 * possible, and count less. What the data themselves contradict is left out: people may be wrong about them. A table
 * gets at most 500 unique sets and 500 inclusions, the first that are said.
 *
 * @param items resolved against the schema of the profile
 */
export function applyToProfile(profile: DatabaseProfile, items: readonly KnowledgeItem[]): DatabaseProfile {
  const byTable = new Map<string, KnowledgeItem[]>();
  for (const item of items) {
    if (item.kind !== 'unique' && item.kind !== 'accepted-values' && item.kind !== 'relationship') continue;
    const key = keyOf(item.table);
    const same = byTable.get(key);
    if (same === undefined) byTable.set(key, [item]);
    else same.push(item);
  }
  if (byTable.size === 0) return profile;
  return {
    ...profile,
    tables: profile.tables.map((table) => {
      const said = byTable.get(keyOf(table));
      return said === undefined ? table : tableWith(table, said);
    }),
  };
}

/** One pass over what is said of a table: its place in the coordinator's event loop is short. */
function tableWith(table: TableProfile, items: readonly KnowledgeItem[]): TableProfile {
  const columns = new Map(table.columns.map((column) => [column.name, column]));
  const sets = new Set([...table.unique, ...table.declared.unique].map(setOf));
  const pairs = new Set(table.inclusions.map(pairOf));
  const unique: string[][] = [];
  const inclusions: TableProfile['inclusions'] = [];
  for (const item of items) {
    if (item.kind === 'accepted-values') {
      const column = columns.get(item.column);
      if (column !== undefined) columns.set(item.column, withValues(column, item.values));
    } else if (item.kind === 'unique') {
      if (unique.length === MOST_ADDED || isRepeated(table.rowCount, columns, item.columns)) continue;
      if (isNew(sets, setOf(item.columns))) unique.push(item.columns);
    } else if (item.kind === 'relationship' && item.columns.length === 1 && inclusions.length < MOST_ADDED) {
      const [column = '', otherColumn = ''] = [item.columns[0], item.toColumns[0]];
      const inclusion = { column, schema: item.to.schema, table: item.to.name, otherColumn };
      if (isNew(pairs, pairOf(inclusion))) inclusions.push(inclusion);
    }
  }
  return {
    ...table,
    columns: table.columns.map((column) => columns.get(column.name) ?? column),
    unique: [...table.unique, ...unique],
    inclusions: [...table.inclusions, ...inclusions],
  };
}

/** Whether the data hold a value of a single column twice. */
function isRepeated(rowCount: number, columns: ReadonlyMap<string, ColumnProfile>, names: readonly string[]): boolean {
  const column = names.length === 1 ? columns.get(names[0] ?? '') : undefined;
  return column !== undefined && column.distinct < Math.round(rowCount * (1 - column.nullShare));
}

/** All accepted values among those of a column, where it has no others. */
function withValues(column: ColumnProfile, accepted: readonly (string | number | boolean)[]): ColumnProfile {
  const isWhole = column.distinct === column.frequent.length;
  const texts = new Set(accepted.map(textOf));
  const isKept = column.frequent.every(({ value }) => texts.has(textOf(value)));
  // nothing is known of the values where rows may not be sent
  if (!isWhole || !isKept || column.frequent.length === 0) return column;
  const seen = new Set(column.frequent.map(({ value }) => textOf(value)));
  const missing = accepted.filter((value) => !seen.has(textOf(value))).map((value) => ({ value, count: 0 }));
  const frequent = [...column.frequent, ...missing];
  return { ...column, frequent, distinct: frequent.length };
}

/** Documents may write numbers and booleans as texts. */
function textOf(value: Cell): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A set of columns, in whatever order they are named. */
function setOf(names: readonly string[]): string {
  return JSON.stringify([...names].sort());
}

function pairOf({ column, schema, table, otherColumn }: TableProfile['inclusions'][number]): string {
  return JSON.stringify([column, schema, table, otherColumn]);
}

function keyOf({ schema, name }: { schema: string | null; name: string }): string {
  return JSON.stringify([schema, name]);
}

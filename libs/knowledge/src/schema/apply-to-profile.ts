import type { Cell, ColumnProfile, DatabaseProfile, TableProfile } from '@assay/contracts';
import type { KnowledgeItem } from '../item.js';

/**
 * A profile with what documents say the data keep to, as if it had been observed: generated data that break it are
 * possible, and count less. What the data themselves contradict is left out: people may be wrong about them.
 *
 * @param items resolved against the schema of the profile
 */
export function applyToProfile(profile: DatabaseProfile, items: readonly KnowledgeItem[]): DatabaseProfile {
  const byTable = new Map<string, KnowledgeItem[]>();
  for (const item of items) {
    if (item.kind !== 'unique' && item.kind !== 'accepted-values' && item.kind !== 'relationship') continue;
    const key = keyOf(item.table);
    byTable.set(key, [...(byTable.get(key) ?? []), item]);
  }
  if (byTable.size === 0) return profile;
  return {
    ...profile,
    tables: profile.tables.map((table) => (byTable.get(keyOf(table)) ?? []).reduce(tableWith, table)),
  };
}

function tableWith(table: TableProfile, item: KnowledgeItem): TableProfile {
  if (item.kind === 'unique') {
    const known = [...table.unique, ...table.declared.unique].some((set) => isSameSet(set, item.columns));
    return known || isRepeated(table, item.columns) ? table : { ...table, unique: [...table.unique, item.columns] };
  }
  if (item.kind === 'accepted-values') {
    const columns = table.columns.map((column) =>
      column.name === item.column ? withValues(column, item.values) : column,
    );
    return { ...table, columns };
  }
  if (item.kind !== 'relationship' || item.columns.length !== 1) return table;
  const [column = '', otherColumn = ''] = [item.columns[0], item.toColumns[0]];
  const inclusion = { column, schema: item.to.schema, table: item.to.name, otherColumn };
  const known = table.inclusions.some((one) => JSON.stringify(one) === JSON.stringify(inclusion));
  return known ? table : { ...table, inclusions: [...table.inclusions, inclusion] };
}

/** Whether the data hold a value of a single column twice. */
function isRepeated({ rowCount, columns }: TableProfile, names: readonly string[]): boolean {
  const column = names.length === 1 ? columns.find(({ name }) => name === names[0]) : undefined;
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

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

function keyOf({ schema, name }: { schema: string | null; name: string }): string {
  return JSON.stringify([schema, name]);
}

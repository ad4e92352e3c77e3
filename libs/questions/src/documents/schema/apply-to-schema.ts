import type { DatabaseSchema, ForeignKey, TableSchema } from '@assay/contracts';
import type { KnowledgeItem } from '../item.js';
import { isNew } from './is-new.js';

const MOST_ADDED = 500;

/**
 * Descriptions replace database comments; relationships become foreign keys.
 * @param items resolved; the first description counts
 * @param own described in Assay (`table`, `schema.table`, `.column`); these stay
 */
export function applyToSchema(
  schema: DatabaseSchema,
  items: readonly KnowledgeItem[],
  own: readonly string[] = [],
): DatabaseSchema {
  const kept = new Set(own.map((place) => place.toLowerCase()));
  const described = new Map<string, string>();
  const tables = new Map(schema.tables.map((table) => [placeOf(table, null), table.foreignKeys]));
  const keys = new Map<string, AddedKeys>();
  for (const item of items) {
    if (item.kind === 'description') {
      const place = placeOf(item.table, item.column);
      if (!described.has(place)) described.set(place, item.text);
    } else if (item.kind === 'relationship') {
      const { columns, to, toColumns } = item;
      const key = { columns, referencedSchema: to.schema, referencedTable: to.name, referencedColumns: toColumns };
      const place = placeOf(item.table, null);
      const added = keys.get(place) ?? { keys: [], known: new Set(tables.get(place)?.map(pairsOf)) };
      keys.set(place, added);
      if (added.keys.length < MOST_ADDED && isNew(added.known, pairsOf(key))) added.keys.push(key);
    }
  }
  if (described.size === 0 && keys.size === 0) return schema;
  return { ...schema, tables: schema.tables.map((table) => tableWith(table, described, keys, kept)) };
}

interface AddedKeys {
  keys: ForeignKey[];
  known: Set<string>;
}

function tableWith(
  table: TableSchema,
  described: ReadonlyMap<string, string>,
  keys: ReadonlyMap<string, AddedKeys>,
  kept: ReadonlySet<string>,
): TableSchema {
  const names = [table.name, ...(table.schema === null ? [] : [`${table.schema}.${table.name}`])];
  const describe = (column: string | null, before: string | null): string | null => {
    const suffix = column === null ? '' : `.${column}`;
    if (names.some((name) => kept.has(`${name}${suffix}`.toLowerCase()))) return before;
    return described.get(placeOf(table, column)) ?? before;
  };
  const more = keys.get(placeOf(table, null))?.keys ?? [];
  return {
    ...table,
    description: describe(null, table.description),
    columns: table.columns.map((column) => ({ ...column, description: describe(column.name, column.description) })),
    foreignKeys: [...table.foreignKeys, ...more],
  };
}

function pairsOf({ columns, referencedSchema, referencedTable, referencedColumns }: ForeignKey): string {
  const pairs = columns.map((column, at) => JSON.stringify([column, referencedColumns[at]])).sort();
  return JSON.stringify([referencedSchema, referencedTable, pairs]);
}

function placeOf({ schema, name }: { schema: string | null; name: string }, column: string | null): string {
  return JSON.stringify([schema, name, column]);
}

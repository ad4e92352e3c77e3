import type { DatabaseSchema, ForeignKey, TableSchema } from '@assay/contracts';
import type { KnowledgeItem } from '../item.js';

/**
 * A schema with what documents say of it: their descriptions over the database's comments, and their relationships
 * among the foreign keys. The schema itself where they say nothing of it.
 *
 * @param items resolved against this schema; of two that describe the same the first counts
 * @param own places that somebody described here (`table`, `schema.table`, each with `.column`): these stay
 */
export function applyToSchema(
  schema: DatabaseSchema,
  items: readonly KnowledgeItem[],
  own: readonly string[] = [],
): DatabaseSchema {
  const kept = new Set(own.map((place) => place.toLowerCase()));
  const described = new Map<string, string>();
  const keys = new Map<string, ForeignKey[]>();
  for (const item of items) {
    if (item.kind === 'description') {
      const place = placeOf(item.table, item.column);
      if (!described.has(place)) described.set(place, item.text);
    } else if (item.kind === 'relationship') {
      const { columns, to, toColumns } = item;
      const key = { columns, referencedSchema: to.schema, referencedTable: to.name, referencedColumns: toColumns };
      keys.set(placeOf(item.table, null), [...(keys.get(placeOf(item.table, null)) ?? []), key]);
    }
  }
  if (described.size === 0 && keys.size === 0) return schema;
  return { ...schema, tables: schema.tables.map((table) => tableWith(table, described, keys, kept)) };
}

function tableWith(
  table: TableSchema,
  described: ReadonlyMap<string, string>,
  keys: ReadonlyMap<string, ForeignKey[]>,
  kept: ReadonlySet<string>,
): TableSchema {
  const names = [table.name, ...(table.schema === null ? [] : [`${table.schema}.${table.name}`])];
  const describe = (column: string | null, before: string | null): string | null => {
    const suffix = column === null ? '' : `.${column}`;
    if (names.some((name) => kept.has(`${name}${suffix}`.toLowerCase()))) return before;
    return described.get(placeOf(table, column)) ?? before;
  };
  const more = (keys.get(placeOf(table, null)) ?? []).filter(
    (key) => !table.foreignKeys.some((one) => isSame(one, key)),
  );
  return {
    ...table,
    description: describe(null, table.description),
    columns: table.columns.map((column) => ({ ...column, description: describe(column.name, column.description) })),
    foreignKeys: [...table.foreignKeys, ...more],
  };
}

function isSame(one: ForeignKey, other: ForeignKey): boolean {
  const pairs = ({ columns, referencedSchema, referencedTable, referencedColumns }: ForeignKey): string =>
    JSON.stringify([
      referencedSchema,
      referencedTable,
      columns.map((column, at) => [column, referencedColumns[at]]).sort(),
    ]);
  return pairs(one) === pairs(other);
}

function placeOf({ schema, name }: { schema: string | null; name: string }, column: string | null): string {
  return JSON.stringify([schema, name, column]);
}

import type { ColumnSchema, DatabaseSchema, TableSchema } from '@assay/contracts';

export interface SchemaView {
  /** `table`, `table.column`, optionally with schema → text that overrides the database's comment. */
  descriptions: Readonly<Record<string, string>>;
  /** False: hide all values of the target database. */
  sendRows: boolean;
}

/**
 * Applies a workspace's descriptions, and hides example values if `sendRows` is false. Returns the snapshot itself if
 * unchanged.
 */
export function schemaForAgents(snapshot: DatabaseSchema, view: SchemaView): DatabaseSchema {
  const descriptions = new Map(Object.entries(view.descriptions).map(([name, text]) => [name.toLowerCase(), text]));
  if (descriptions.size === 0 && view.sendRows) return snapshot;
  return { ...snapshot, tables: snapshot.tables.map((table) => tableForAgents(table, descriptions, view.sendRows)) };
}

function tableForAgents(table: TableSchema, descriptions: Map<string, string>, sendRows: boolean): TableSchema {
  const names = [table.name, ...(table.schema === null ? [] : [`${table.schema}.${table.name}`])];
  const describe = (suffix: string): string | undefined =>
    names.map((name) => descriptions.get(`${name}${suffix}`.toLowerCase())).find((text) => text !== undefined);
  const columns = table.columns.map((column): ColumnSchema => ({
    ...column,
    description: describe(`.${column.name}`) ?? column.description,
    examples: sendRows ? column.examples : [],
  }));
  return { ...table, description: describe('') ?? table.description, columns };
}

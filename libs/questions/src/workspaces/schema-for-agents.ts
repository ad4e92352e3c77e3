import {
  resolveSettings,
  sharesValues,
  type ColumnSchema,
  type DatabaseSchema,
  type SettingsPatch,
  type TableSchema,
} from '@assay/contracts';

export interface SchemaView {
  /** `table`, `table.column`, optionally with schema → text that overrides the database's comment. */
  descriptions: Readonly<Record<string, string>>;
  settings: SettingsPatch;
}

/**
 * Applies a workspace's descriptions, and hides example values unless the settings share them. With `asker` row counts
 * are hidden, too. Returns the snapshot itself if unchanged.
 */
export function schemaForAgents(snapshot: DatabaseSchema, view: SchemaView): DatabaseSchema {
  const descriptions = new Map(Object.entries(view.descriptions).map(([name, text]) => [name.toLowerCase(), text]));
  const settings = resolveSettings(view.settings);
  const sendRows = sharesValues(settings);
  if (descriptions.size === 0 && sendRows) return snapshot;
  const tables = snapshot.tables.map((table) => tableForAgents(table, descriptions, sendRows));
  return { ...snapshot, tables: settings.asker ? tables.map((table) => ({ ...table, rowEstimate: null })) : tables };
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

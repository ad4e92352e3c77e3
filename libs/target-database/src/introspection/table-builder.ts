import type { ColumnSchema, TableSchema } from '@assay/contracts';

/** A pair of columns of a foreign key, as catalogs list them. */
export interface ForeignKeyPart {
  column: string;
  referencedSchema: string | null;
  referencedTable: string;
  referencedColumn: string;
}

/** Puts tables together from the flat rows of catalogs; rows of tables that were not announced are left out. */
export class TableBuilder {
  private readonly tablesByKey = new Map<string, TableSchema>();
  private readonly foreignKeys = new Map<string, TableSchema['foreignKeys'][number]>();

  /** @param key what the catalog's other rows name the table by */
  addTable(key: string, table: Omit<TableSchema, 'columns' | 'primaryKey' | 'foreignKeys'>): void {
    this.tablesByKey.set(key, { ...table, columns: [], primaryKey: [], foreignKeys: [] });
  }

  addColumn(key: string, column: Omit<ColumnSchema, 'examples'>): void {
    this.tablesByKey.get(key)?.columns.push({ ...column, examples: [] });
  }

  addPrimaryKeyColumn(key: string, column: string): void {
    this.tablesByKey.get(key)?.primaryKey.push(column);
  }

  /** @param constraint name of the constraint, unique within its table */
  addForeignKeyColumn(key: string, constraint: string, part: ForeignKeyPart): void {
    const table = this.tablesByKey.get(key);
    if (!table) return;
    const name = JSON.stringify([key, constraint]);
    let foreignKey = this.foreignKeys.get(name);
    if (!foreignKey) {
      const { referencedSchema, referencedTable } = part;
      foreignKey = { columns: [], referencedSchema, referencedTable, referencedColumns: [] };
      this.foreignKeys.set(name, foreignKey);
      table.foreignKeys.push(foreignKey);
    }
    foreignKey.columns.push(part.column);
    foreignKey.referencedColumns.push(part.referencedColumn);
  }

  /** The tables in the order in which they were announced. */
  tables(): TableSchema[] {
    return [...this.tablesByKey.values()];
  }
}

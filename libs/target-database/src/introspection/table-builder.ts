import type { ColumnSchema, TableSchema } from '@assay/contracts';

export interface ForeignKeyPart {
  column: string;
  referencedSchema: string | null;
  referencedTable: string;
  referencedColumn: string;
}

/** Ignores rows of unknown tables. */
export class TableBuilder {
  private readonly tablesByKey = new Map<string, TableSchema>();
  private readonly foreignKeys = new Map<string, TableSchema['foreignKeys'][number]>();

  addTable(key: string, table: Omit<TableSchema, 'columns' | 'primaryKey' | 'foreignKeys'>): void {
    this.tablesByKey.set(key, { ...table, columns: [], primaryKey: [], foreignKeys: [] });
  }

  addColumn(key: string, column: Omit<ColumnSchema, 'examples'>): void {
    this.tablesByKey.get(key)?.columns.push({ ...column, examples: [] });
  }

  addPrimaryKeyColumn(key: string, column: string): void {
    this.tablesByKey.get(key)?.primaryKey.push(column);
  }

  /** @param constraint unique within the table */
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

  tables(): TableSchema[] {
    return [...this.tablesByKey.values()];
  }
}

export function limitedRows(columns: string, table: string, rows: number): string {
  return `select ${columns} from ${table} limit ${rows}`;
}

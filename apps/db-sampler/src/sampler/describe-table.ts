import type { DatabaseAnswers, TableSchema } from '@assay/contracts';
import type { TargetDatabase } from '@assay/target-database';
import type { WorkspaceConnection } from './workspace-connection.js';

export async function describeTable(
  request: { table: string },
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
): Promise<DatabaseAnswers['describe']> {
  const wanted = request.table
    .replaceAll(/["`[\]]/g, '')
    .trim()
    .toLowerCase();
  const tables = await database.tables(signal);
  const found = tables.find((table) => qualified(table) === wanted) ?? tables.find((table) => bare(table) === wanted);
  if (!found) return { table: null };
  // The estimate counts rows of all people.
  const shown = connection.asker ? { ...found, rowEstimate: null } : found;
  return { table: (connection.sendRows ?? true) ? await database.withExamples(shown, signal) : withoutExamples(shown) };
}

function withoutExamples(table: TableSchema): TableSchema {
  return { ...table, columns: table.columns.map((column) => ({ ...column, examples: [] })) };
}

function bare(table: TableSchema): string {
  return table.name.toLowerCase();
}

function qualified(table: TableSchema): string {
  return table.schema === null ? bare(table) : `${table.schema}.${table.name}`.toLowerCase();
}

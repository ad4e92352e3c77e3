import type { DuckDBConnection } from '@duckdb/node-api';
import { columnsWhere } from './column-checks.ts';
import { quoteName, quoteText } from './sql-text.ts';

const DURATION = quoteText(String.raw`-?\d{2,}:[0-5]\d:[0-5]\d(\.\d{1,6})?`);

/** A sheet's durations may exceed a day. */
export async function readDurations(connection: DuckDBConnection, table: string): Promise<void> {
  const isDuration = (column: string): string => `bool_and(regexp_full_match(${quoteName(column)}, ${DURATION}))`;
  for (const name of (await columnsWhere(connection, table, ['VARCHAR'], isDuration)).map(quoteName)) {
    await connection.run(`alter table ${quoteName(table)} alter column ${name} set data type interval`);
  }
}

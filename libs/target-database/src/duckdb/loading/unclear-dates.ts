import type { DuckDBConnection } from '@duckdb/node-api';
import type { ReadAsTexts } from './number-texts.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Slashes or dashes; with dots the day is first. */
const UNCLEAR = quoteText(String.raw`^\s*\d{1,2}[/-]\d{1,2}[/-](\d{2}|\d{4})\b`);

/**
 * No day exceeds 12, and slashes or dashes divide it.
 * @param readerOf reads columns as text
 */
export async function readUnclearDates(
  connection: DuckDBConnection,
  table: string,
  readerOf: ReadAsTexts,
): Promise<string[]> {
  const columns = (
    await rowsOf(
      connection,
      `select column_name from duckdb_columns()
        where table_name = ${quoteText(table)} and not internal and data_type in ('DATE', 'TIMESTAMP') order by column_index`,
    )
  ).map(([name]) => String(name));
  if (columns.length === 0) return [];
  const checks = columns.map((column) => {
    const name = quoteName(column);
    return `bool_and(coalesce(day(${name}), 0) <= 12) and bool_or(day(${name}) <> month(${name}))`;
  });
  const [row = []] = await rowsOf(connection, `select ${checks.join(', ')} from ${quoteName(table)}`);
  const open = columns.filter((_, index) => row[index] === true);
  if (open.length === 0) return [];
  const forms = open.map((name) => `bool_or(regexp_matches(${quoteName(name)}, ${UNCLEAR}))`);
  const [form = []] = await rowsOf(connection, `select ${forms.join(', ')} from ${readerOf(open)}`);
  return open.filter((_, index) => form[index] === true);
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRows();
}

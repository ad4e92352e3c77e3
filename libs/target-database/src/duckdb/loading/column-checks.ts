import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from './sql-text.ts';

const FIRST_ROWS = 2000;

/** What programs write for a missing value. */
const WORDS = ['NULL', 'null', 'NA', 'N/A', '#N/A', 'NaN', 'nan', 'None', '-', '\\N'].map(quoteText).join(', ');

export function withoutWords(column: string): string {
  return `case when ${isWord(column)} then null else ${quoteName(column)} end`;
}

function isWord(column: string): string {
  return `trim(${quoteName(column)}) in (${WORDS})`;
}

/** An aggregate. */
export function hasWord(column: string): string {
  return `bool_or(${isWord(column)})`;
}

/** An aggregate; words do not count. */
export function allMatch(column: string, pattern: string): string {
  return `bool_and(regexp_full_match(trim(${withoutWords(column)}), ${quoteText(pattern)}))`;
}

/** @param condition an aggregate @param every a cheap test of the first rows */
export async function columnsWhere(
  connection: DuckDBConnection,
  table: string,
  types: readonly string[],
  condition: (column: string) => string,
  every?: (column: string) => string,
): Promise<string[]> {
  const from = quoteName(table);
  const columns = await columnsOf(connection, table, types);
  const first = `(from ${from} limit ${FIRST_ROWS})`;
  const likely =
    every === undefined
      ? columns
      : await passing(connection, first, columns, (column) => `coalesce(${every(column)}, true)`);
  return passing(connection, from, likely, condition);
}

export async function columnsOf(
  connection: DuckDBConnection,
  table: string,
  types: readonly string[],
): Promise<string[]> {
  const ofTypes = `select column_name from duckdb_columns() where table_name = ${quoteText(table)} and not internal
    and data_type in (${types.map(quoteText).join(', ')}) order by column_index`;
  return (await connection.runAndReadAll(ofTypes)).getRows().map(([name]) => String(name));
}

export async function passing(
  connection: DuckDBConnection,
  from: string,
  columns: readonly string[],
  condition: (column: string) => string,
): Promise<string[]> {
  const flags = await flagsOf(connection, from, columns.map(condition));
  return columns.filter((_, index) => flags[index] === true);
}

export async function flagsOf(
  connection: DuckDBConnection,
  from: string,
  checks: readonly string[],
): Promise<unknown[]> {
  if (checks.length === 0) return [];
  const [row = []] = (await connection.runAndReadAll(`select ${checks.join(', ')} from ${from}`)).getRows();
  return row;
}

import type { DuckDBConnection } from '@duckdb/node-api';
import { columnsWhere, passing } from './column-checks.ts';
import type { ReadAsTexts } from './number-texts.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** With dots the day is first. */
const UNCLEAR = quoteText(String.raw`^\s*\d{1,2}[/-]\d{1,2}[/-](\d{2}|\d{4})\b`);

/**
 * Columns whose day and month may be swapped: no day exceeds 12, and slashes or dashes divide them.
 * @param readerOf reads columns as text
 */
export async function readUnclearDates(
  connection: DuckDBConnection,
  table: string,
  readerOf: ReadAsTexts,
): Promise<string[]> {
  const maySwap = (column: string): string => {
    const name = quoteName(column);
    return `bool_and(coalesce(day(${name}), 0) <= 12) and bool_or(day(${name}) <> month(${name}))`;
  };
  const open = await columnsWhere(connection, table, ['DATE', 'TIMESTAMP'], maySwap);
  const isUnclear = (column: string): string => `bool_or(regexp_matches(${quoteName(column)}, ${UNCLEAR}))`;
  return passing(connection, readerOf(open), open, isUnclear);
}

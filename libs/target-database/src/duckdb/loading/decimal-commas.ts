import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from './sql-text.ts';

/** Columns of texts that are numbers, as they are written where a comma is the decimal sign. */
export interface CommaColumns {
  /** Became numbers. */
  decimal: string[];
  /** Stayed texts: three digits stand behind every comma, as they do where it separates thousands. */
  unclear: string[];
}

/** Rows by which columns are told that are worth a look at all rows. */
const FIRST_ROWS = 2000;

/**
 * Digits, those of thousands divided by dots, spaces or apostrophes, and behind a comma those of a fraction. What begins
 * with a zero or has more digits than a number keeps is none.
 */
const NUMBER = quoteText(String.raw`\s*[+-]?(0|[1-9]\d{0,14}|[1-9]\d{0,2}([. \x{a0}\x{202f}'’]\d{3}){1,4})(,\d+)?\s*`);
const COMMA_NUMBER = quoteText(',');
/** A comma before more or fewer than three digits separates no thousands, nor does one behind a divided thousand. */
const CLEAR = quoteText(String.raw`,(\d{1,2}|\d{4,})\s*$|[. \x{a0}\x{202f}'’]\d{3},`);

/** Makes numbers of columns that are written with decimal commas, where every value is one. */
export async function readDecimalCommas(connection: DuckDBConnection, table: string): Promise<CommaColumns> {
  const found: CommaColumns = { decimal: [], unclear: [] };
  for (const column of await commaColumns(connection, table)) {
    const name = quoteName(column);
    const [row] = await rowsOf(
      connection,
      `select bool_and(regexp_full_match(${name}, ${NUMBER})), bool_or(regexp_matches(${name}, ${CLEAR})) from ${quoteName(table)}`,
    );
    if (row?.[0] !== true) continue;
    if (row[1] !== true) {
      found.unclear.push(column);
      continue;
    }
    const plain = String.raw`regexp_replace(${name}, '[. \x{a0}\x{202f}''’\s]', '', 'g')`;
    const number = `cast(replace(${plain}, ',', '.') as double)`;
    await connection.run(`alter table ${quoteName(table)} alter column ${name} set data type double using ${number}`);
    found.decimal.push(column);
  }
  return found;
}

/** Columns whose first values are numbers, some of them with a comma. */
async function commaColumns(connection: DuckDBConnection, table: string): Promise<string[]> {
  const texts = `select column_name from duckdb_columns()
    where table_name = ${quoteText(table)} and not internal and data_type = 'VARCHAR' order by column_index`;
  const columns = (await rowsOf(connection, texts)).map(([name]) => String(name));
  if (columns.length === 0) return [];
  const checks = columns.map(
    (name) =>
      `bool_and(regexp_full_match(${quoteName(name)}, ${NUMBER})) and bool_or(contains(${quoteName(name)}, ${COMMA_NUMBER}))`,
  );
  const first = `(select * from ${quoteName(table)} limit ${FIRST_ROWS})`;
  const [row = []] = await rowsOf(connection, `select ${checks.join(', ')} from ${first}`);
  return columns.filter((_, index) => row[index] === true);
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await connection.runAndReadAll(sql)).getRows();
}

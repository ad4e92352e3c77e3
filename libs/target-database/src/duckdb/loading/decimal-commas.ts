import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from './sql-text.ts';

export interface CommaColumns {
  decimal: string[];
  /** Kept as text: three digits follow every comma, as in thousands. */
  unclear: string[];
}

const FIRST_ROWS = 2000;

/** Optional thousands separators and a decimal comma; no leading zeros or excess digits. */
const NUMBER = quoteText(String.raw`\s*[+-]?(0|[1-9]\d{0,14}|[1-9]\d{0,2}([. \x{a0}\x{202f}'’]\d{3}){1,4})(,\d+)?\s*`);
const COMMA_NUMBER = quoteText(',');
/** Clear if one, two or more than three digits follow, or thousands are separated. */
const CLEAR = quoteText(String.raw`,(\d{1,2}|\d{4,})\s*$|[. \x{a0}\x{202f}'’]\d{3},`);

/**
 * Converts to double, if a comma occurs in the first 2000 rows.
 * @param converts false only reports them: where commas separate fields, a quoted comma may divide thousands
 */
export async function readDecimalCommas(
  connection: DuckDBConnection,
  table: string,
  converts: boolean,
): Promise<CommaColumns> {
  const found: CommaColumns = { decimal: [], unclear: [] };
  for (const column of await commaColumns(connection, table)) {
    const name = quoteName(column);
    const [row] = await rowsOf(
      connection,
      `select bool_and(regexp_full_match(${name}, ${NUMBER})), bool_or(regexp_matches(${name}, ${CLEAR})) from ${quoteName(table)}`,
    );
    if (row?.[0] !== true) continue;
    if (row[1] !== true || !converts) {
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

import type { DuckDBConnection } from '@duckdb/node-api';
import { CLEAR } from './number-texts.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** What programs write for a missing value. */
const WORDS = ['NULL', 'null', 'NA', 'N/A', '#N/A', 'NaN', 'nan', 'None', '-', '\\N'].map(quoteText).join(', ');

/** Types in order of preference, with the texts that are converted without loss. */
const FORMS: readonly (readonly [type: string, form: string])[] = [
  ['BIGINT', String.raw`-?(0|[1-9][0-9]{0,17})`],
  ['DOUBLE', CLEAR],
  ['DATE', String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}`],
  ['TIMESTAMP', String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?)?`],
  ['BOOLEAN', '(?i)true|false'],
];

export interface NullWords {
  /** Columns whose words became NULL, since their other values are numbers, dates or booleans. */
  missing: string[];
  kept: string[];
}

export async function readNullWords(connection: DuckDBConnection, table: string): Promise<NullWords> {
  const texts = `select column_name from duckdb_columns()
    where table_name = ${quoteText(table)} and not internal and data_type = 'VARCHAR' order by column_index`;
  const columns = (await connection.runAndReadAll(texts)).getRows().map(([name]) => String(name));
  const flags = await flagsOf(
    connection,
    table,
    columns.map((column) => `bool_or(${isWord(column)})`),
  );
  const found: NullWords = { missing: [], kept: [] };
  for (const column of columns.filter((_, index) => flags[index] === true)) {
    const type = await typeOf(connection, table, column);
    if (type === null) found.kept.push(column);
    else {
      const value = `case when ${isWord(column)} then null else cast(${quoteName(column)} as ${type}) end`;
      const change = `alter column ${quoteName(column)} set data type ${type} using ${value}`;
      await connection.run(`alter table ${quoteName(table)} ${change}`);
      found.missing.push(column);
    }
  }
  return found;
}

async function typeOf(connection: DuckDBConnection, table: string, column: string): Promise<string | null> {
  const name = quoteName(column);
  const checks = FORMS.map(([type, form]) => {
    const fits = `regexp_full_match(trim(${name}), ${quoteText(form)}) and try_cast(${name} as ${type}) is not null`;
    return `bool_and(${isWord(column)} or (${fits}))`;
  });
  const [hasOthers, ...fits] = await flagsOf(connection, table, [`bool_or(not ${isWord(column)})`, ...checks]);
  return hasOthers === true ? (FORMS.find((_, index) => fits[index] === true)?.[0] ?? null) : null;
}

function isWord(column: string): string {
  return `trim(${quoteName(column)}) in (${WORDS})`;
}

async function flagsOf(connection: DuckDBConnection, table: string, checks: readonly string[]): Promise<unknown[]> {
  if (checks.length === 0) return [];
  const [row = []] = (await connection.runAndReadAll(`select ${checks.join(', ')} from ${quoteName(table)}`)).getRows();
  return row;
}

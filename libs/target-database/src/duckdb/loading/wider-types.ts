import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, quoteText } from './sql-text.ts';

/** Types of columns by their names; others are found by the first lines. */
export type ColumnTypes = ReadonlyMap<string, string>;

/** The values that did not fit the types of their columns, by what else all of a column's fit. */
const MISFITS = `
  select column_name,
         bool_and(regexp_full_match(value, '[+-]?[0-9.]+([eE][+-]?[0-9]+)?') and try_cast(value as double) is not null),
         bool_and(try_cast(value as timestamp) is not null)
    from (select column_name, regexp_extract(error_message, '(?s)Could not convert string "(.*)" to ''', 1) as value
            from reject_errors where error_type = 'CAST')
   group by column_name`;

/** Rows by which types are told; where there are no more, each has been looked at. */
export const SNIFFED_ROWS = 20_000;

/** What casts cut off without a word, by the type that the first lines showed, and the type that keeps it. */
const CUT: Readonly<Record<string, { sign: string; wider: string }>> = {
  BIGINT: { sign: '.', wider: 'DOUBLE' },
  DATE: { sign: ':', wider: 'TIMESTAMP' },
};

/**
 * The types that columns need which were taken for something else by their first lines, since values do not fit: a
 * fraction among whole numbers, a time among dates, or any text. Empty where all lines fit.
 */
export async function typesOfMisfits(connection: DuckDBConnection, table: string): Promise<ColumnTypes> {
  const misfits = (await connection.runAndReadAll(MISFITS)).getRows();
  if (misfits.length === 0) return new Map();
  const types = await columnTypes(connection, table);
  return new Map(
    misfits.map(([name, areNumbers, areTimes]) => {
      const type = types.get(String(name));
      if (type === 'BIGINT' && areNumbers === true) return [String(name), 'DOUBLE'];
      return [String(name), type === 'DATE' && areTimes === true ? 'TIMESTAMP' : 'VARCHAR'];
    }),
  );
}

/**
 * The types that columns need of which values were cut: DuckDB makes 2 of a later 1.5 where it expects whole numbers,
 * and a day of a time.
 *
 * @param readerOf the same lines, with some columns as texts
 */
export async function typesOfCutValues(
  connection: DuckDBConnection,
  table: string,
  readerOf: (columns: readonly string[]) => string,
): Promise<ColumnTypes> {
  const [size] = (await connection.runAndReadAll(`select count(*) from ${quoteName(table)}`)).getRows();
  if (Number(size?.[0] ?? 0) < SNIFFED_ROWS) return new Map();
  const atRisk = [...(await columnTypes(connection, table))].flatMap(([name, type]) => {
    const cut = CUT[type];
    return cut === undefined ? [] : [{ name, ...cut }];
  });
  if (atRisk.length === 0) return new Map();
  const checks = atRisk.map(({ name, sign }) => `bool_or(contains(${quoteName(name)}, ${quoteText(sign)}))`);
  const sql = `select ${checks.join(', ')} from ${readerOf(atRisk.map(({ name }) => name))}`;
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  return new Map(atRisk.filter((_, index) => row[index] === true).map(({ name, wider }) => [name, wider]));
}

async function columnTypes(connection: DuckDBConnection, table: string): Promise<Map<string, string>> {
  const sql = `select column_name, data_type from duckdb_columns() where table_name = ${quoteText(table)} and not internal`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return new Map(rows.map(([name, type]) => [String(name), String(type)]));
}

/** The types as an option of `read_csv`, ending in a comma. */
export function typesOption(types: ColumnTypes): string {
  if (types.size === 0) return '';
  const entries = [...types].map(([name, type]) => `${quoteText(name)}: ${quoteText(type)}`);
  return `types = {${entries.join(', ')}}, `;
}

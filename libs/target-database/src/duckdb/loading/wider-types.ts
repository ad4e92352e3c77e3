import type { DuckDBConnection } from '@duckdb/node-api';
import { SHORT_YEARS } from './date-forms.ts';
import { numberColumns, type ColumnTypes, type NeededTypes, type ReadAsTexts } from './number-texts.ts';
import { quoteName, quoteText } from './sql-text.ts';

/** Rejected values, grouped by the type that all of a column's fit. */
const MISFITS = `
  select column_name,
         bool_and(regexp_full_match(value, '[+-]?[0-9.]+([eE][+-]?[0-9]+)?') and try_cast(value as double) is not null),
         bool_and(try_cast(value as timestamp) is not null)
    from (select column_name, regexp_extract(error_message, '(?s)Could not convert string "(.*)" to ''', 1) as value
            from reject_errors where error_type = 'CAST')
   group by column_name`;

/** More digits of a second than a TIMESTAMP keeps. */
const NANOSECONDS = quoteText(String.raw`\.\d{6}\d*[1-9]`);

/** The order of day, month and year is found later. */
const UNREAD = 'unread';

const KEEPS_NANOSECONDS = {
  DATE: 'TIMESTAMP_NS',
  TIMESTAMP: 'TIMESTAMP_NS',
  TIME: 'VARCHAR',
  'TIMESTAMP WITH TIME ZONE': 'VARCHAR',
};

/** A fraction, a time, or text. */
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
 * Values that DuckDB changes silently: 1.5 to 2, 01234 to 1234, long numbers, timestamps to dates.
 * @param misfits known wrong types
 */
export async function typesOfChangedValues(
  connection: DuckDBConnection,
  table: string,
  readerOf: ReadAsTexts,
  misfits: ColumnTypes,
): Promise<NeededTypes> {
  const types = [...(await columnTypes(connection, table))].filter(([name]) => misfits.get(name) !== 'VARCHAR');
  const namesOf = (wanted: string): string[] => types.flatMap(([name, type]) => (type === wanted ? [name] : []));
  const times = [
    ...namesOf('DATE').map((name) => ({ name, type: 'TIMESTAMP', check: `contains(${quoteName(name)}, ':')` })),
    ...[...namesOf('DATE'), ...namesOf('TIMESTAMP')].map((name) => ({ name, type: UNREAD, check: isShort(name) })),
    // The last type of a column counts.
    ...Object.entries(KEEPS_NANOSECONDS).flatMap(([narrow, type]) =>
      namesOf(narrow).map((name) => ({ name, type, check: `regexp_matches(${quoteName(name)}, ${NANOSECONDS})` })),
    ),
  ];
  const numbers = numberColumns({ whole: namesOf('BIGINT'), fractions: namesOf('DOUBLE') });
  const checks = [...times.map(({ check }) => `bool_or(${check})`), ...numbers.checks];
  if (checks.length === 0) return { types: new Map(), texts: [], rounded: [] };
  const sql = `select ${checks.join(', ')} from ${readerOf([...times.map(({ name }) => name), ...numbers.columns])}`;
  const [row = []] = (await connection.runAndReadAll(sql)).getRows();
  const found = await numbers.found(connection, row.slice(times.length), readerOf);
  const timed = times.filter((_, index) => row[index] === true).map(({ name, type }) => [name, type] as const);
  const texts = timed.flatMap(([name, type]) => (type === 'VARCHAR' ? [name] : []));
  const needed = timed.map(([name, type]) => [name, type === UNREAD ? 'VARCHAR' : type] as const);
  return { ...found, texts: [...texts, ...found.texts], types: new Map([...needed, ...found.types]) };
}

function isShort(name: string): string {
  return `regexp_full_match(${quoteName(name)}, ${quoteText(SHORT_YEARS)})`;
}

async function columnTypes(connection: DuckDBConnection, table: string): Promise<Map<string, string>> {
  const sql = `select column_name, data_type from duckdb_columns() where table_name = ${quoteText(table)} and not internal`;
  const rows = (await connection.runAndReadAll(sql)).getRows();
  return new Map(rows.map(([name, type]) => [String(name), String(type)]));
}

/** For `read_csv`, ending in a comma. */
export function typesOption(types: ColumnTypes): string {
  if (types.size === 0) return '';
  const entries = [...types].map(([name, type]) => `${quoteText(name)}: ${quoteText(type)}`);
  return `types = {${entries.join(', ')}}, `;
}

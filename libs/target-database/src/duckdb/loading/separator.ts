import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from './sql-text.ts';

const SNIFFED_ROWS = 20_000;

const OTHERS = [';', '\t', '|'];

/** Skips lines that do not fit. */
const LENIENT = 'ignore_errors = true, ';

export interface Layout {
  separator: string;
  /** Lines before the first that fits. */
  skipped: number;
  separatorLines: 0 | 1;
  hasHeader: boolean;
  columns: number;
  /** Options for `read_csv`, ending in a comma; empty if it detects them. */
  option: string;
}

/**
 * A separator that fits all lines wins over DuckDB's comma.
 * @param options of `read_csv`, each ending in a comma
 */
export async function layoutOf(connection: DuckDBConnection, path: string, options: string): Promise<Layout | null> {
  const stated = await statedSeparator(connection, path, options);
  if (stated !== null) {
    const option = `delim = ${quoteText(stated)}, skip = 1, `;
    const found = await sniffed(connection, path, `${options}${LENIENT}`, option);
    if (found !== null) return { ...found, separatorLines: 1 };
  }
  const first = await sniffed(connection, path, `${options}${LENIENT}`, '');
  if (first?.columns === 1) return (await belowTitle(connection, path, options)) ?? first;
  if (first === null || first.separator !== ',' || first.skipped === 0) return first;
  for (const separator of OTHERS) {
    const other = await sniffed(connection, path, `${options}${LENIENT}`, `delim = ${quoteText(separator)}, `);
    if (other !== null && other.skipped === 0 && other.columns > 1) return other;
  }
  return first;
}

/** As in `sep=;`, for Excel. */
async function statedSeparator(connection: DuckDBConnection, path: string, options: string): Promise<string | null> {
  const line = `auto_detect = false, header = false, delim = '\u0001', quote = '', columns = {line: 'VARCHAR'}`;
  const place = `${quoteText(path)}, ${options}ignore_errors = true, ${line}`;
  const sql = `select regexp_extract(line, '^"?sep=(.)"?\\s*$', 1, 'i') from read_csv(${place}) limit 1`;
  const rows = await connection.runAndReadAll(sql).then(
    (result) => result.getRows(),
    () => [],
  );
  return typeof rows[0]?.[0] === 'string' && rows[0][0] !== '' ? rows[0][0] : null;
}

/** A title looks like a single column. */
async function belowTitle(connection: DuckDBConnection, path: string, options: string): Promise<Layout | null> {
  const found = await sniffed(connection, path, options, '');
  if (found === null || found.columns === 1 || found.skipped === 0) return null;
  return { ...found, option: `delim = ${quoteText(found.separator)}, skip = ${found.skipped}, ` };
}

/** Null if DuckDB cannot read the file. */
export async function sniffed(
  connection: DuckDBConnection,
  path: string,
  options: string,
  option: string,
): Promise<Layout | null> {
  const place = `${quoteText(path)}, ${options}${option}sample_size = ${SNIFFED_ROWS}`;
  const sql = `select "Delimiter", "SkipRows", len("Columns"), "HasHeader" from sniff_csv(${place})`;
  try {
    const [row] = (await connection.runAndReadAll(sql)).getRows();
    if (row === undefined) return null;
    const [separator, skipped, columns, hasHeader] = row;
    return {
      separator: String(separator),
      skipped: Number(skipped),
      separatorLines: 0,
      columns: Number(columns),
      hasHeader: hasHeader === true,
      option,
    };
  } catch {
    return null;
  }
}

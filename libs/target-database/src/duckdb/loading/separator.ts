import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteText } from './sql-text.ts';

/** Rows by which types are told. */
const SNIFFED_ROWS = 20_000;

/** What separates cells where commas do not. */
const OTHERS = [';', '\t', '|'];

/** As it is read: lines that do not fit are left out. */
const LENIENT = 'ignore_errors = true, ';

/** How the first lines of a text divide into cells. */
export interface Layout {
  separator: string;
  /** Lines in front of the first that fits. */
  skipped: number;
  /** What `read_csv` has to be told of it, ending in a comma; empty where it finds that out itself. */
  option: string;
}

/**
 * How a text divides into cells; null where DuckDB cannot tell. Decimal commas divide lines evenly as well, all but the
 * one with the names, so that DuckDB drops that line: what divides all of them is the separator then.
 *
 * @param options of `read_csv`, each ending in a comma
 */
export async function layoutOf(connection: DuckDBConnection, path: string, options: string): Promise<Layout | null> {
  const first = await sniffed(connection, path, `${options}${LENIENT}`, '');
  if (first?.columns === 1) return (await belowTitle(connection, path, options)) ?? first;
  if (first === null || first.separator !== ',' || first.skipped === 0) return first;
  for (const separator of OTHERS) {
    const other = await sniffed(connection, path, `${options}${LENIENT}`, `delim = ${quoteText(separator)}, `);
    if (other !== null && other.skipped === 0 && other.columns > 1) return other;
  }
  return first;
}

/** Where lines that do not fit may be left out, a title above the table makes one column of all lines. */
async function belowTitle(connection: DuckDBConnection, path: string, options: string): Promise<Layout | null> {
  const found = await sniffed(connection, path, options, '');
  if (found === null || found.columns === 1 || found.skipped === 0) return null;
  return { ...found, option: `delim = ${quoteText(found.separator)}, skip = ${found.skipped}, ` };
}

async function sniffed(
  connection: DuckDBConnection,
  path: string,
  options: string,
  option: string,
): Promise<(Layout & { columns: number }) | null> {
  const place = `${quoteText(path)}, ${options}${option}sample_size = ${SNIFFED_ROWS}`;
  const sql = `select "Delimiter", "SkipRows", len("Columns") from sniff_csv(${place})`;
  try {
    const [row] = (await connection.runAndReadAll(sql)).getRows();
    if (row === undefined) return null;
    return { separator: String(row[0]), skipped: Number(row[1]), columns: Number(row[2]), option };
  } catch {
    return null;
  }
}

import type { DuckDBConnection } from '@duckdb/node-api';
import type { Layout } from './separator.ts';
import { quoteText } from './sql-text.ts';

const FIRST_ROWS = 50;
const YEAR = /^\s*(19|20)\d\d\s*$/;

export interface Header {
  /** The names in the file; empty if it has none. */
  names: readonly string[];
  /** The first line gives the names, but may be data. */
  isGuessed: boolean;
  /** For `read_csv`, ending in a comma; empty if DuckDB detects it. */
  option: string;
}

/** @param options of `read_csv`, each ending in a comma */
export async function headerOf(
  connection: DuckDBConnection,
  path: string,
  options: string,
  layout: Layout | null,
): Promise<Header> {
  if (layout === null) return { names: [], isGuessed: false, option: '' };
  const { separator, skipped, hasHeader, columns } = layout;
  const types = Array.from({ length: columns }, (_, column) => `c${column}: 'VARCHAR'`).join(', ');
  const form = `delim = ${quoteText(separator)}, skip = ${skipped}, header = false, null_padding = true, ignore_errors = true`;
  // Detection fails for lines of different lengths.
  const place = `${quoteText(path)}, ${options}${form}, auto_detect = false, columns = {${types}}`;
  const rows = await connection.runAndReadAll(`from read_csv(${place}) limit ${FIRST_ROWS}`).then(
    (result) => result.getRowsJS() as (string | null)[][],
    () => [],
  );
  const [first = [], ...below] = rows;
  const isTaken = !hasHeader && holdsYears(first, below);
  const names = hasHeader || isTaken ? first.map((name) => name?.trim() ?? '') : [];
  return { names, isGuessed: isTaken, option: isTaken ? 'header = true, ' : '' };
}

/** DuckDB takes such a line for data, since its types fit. */
function holdsYears(first: readonly (string | null)[], below: readonly (readonly (string | null)[])[]): boolean {
  const years = first.flatMap((name, column) => (YEAR.test(name ?? '') ? [column] : []));
  const hasOtherNumbers = first.some((name) => /^\s*[-+.\d]/.test(name ?? '') && !YEAR.test(name ?? ''));
  if (years.length === 0 || hasOtherNumbers || new Set(first).size < first.length) return false;
  return years.every((column) => below.some((row) => !YEAR.test(row[column] ?? '2000')));
}

/** Loads files into a DuckDB database, one table each; killed on timeout. Runs from source: imports name `.ts`. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { FileSwappedError, openChecked } from '../../processes/opened-file.ts';
import { JSON_DEPTH } from '../limits.ts';
import type { FileMessage } from '../run-over-files.ts';
import type { LoadedTable, TableFile } from '../source-files.ts';
import { CsvTable } from './csv-table.ts';
import { quoteName, quoteText } from './sql-text.ts';

const [target = '', files = '[]', failed = '[]', options = '{}'] = process.argv.slice(2);

const SHEET_IN_COMMENT = 100;
const TOO_LARGE = 'it takes too much memory';

async function load(connection: DuckDBConnection, file: TableFile): Promise<LoadedTable> {
  const { name, table } = file;
  const loaded: LoadedTable = { name, table, csv: null, problem: null };
  try {
    const opened = await openChecked(file.path);
    try {
      loaded.csv = await read(connection, { ...file, path: opened.path });
    } finally {
      await opened.close();
    }
    await connection.run(`comment on table ${quoteName(table)} is ${quoteText(commentOf(file, loaded))}`);
    return loaded;
  } catch (error) {
    await connection.run(`drop table if exists ${quoteName(table)}`);
    return { ...loaded, problem: error instanceof FileSwappedError ? error.message : reasonOf(String(error)) };
  }
}

async function read(connection: DuckDBConnection, file: TableFile): Promise<LoadedTable['csv']> {
  const { table, format, path } = file;
  if (format === 'csv') return new CsvTable(connection, file).fill();
  const reader = format === 'json' ? await jsonReader(connection, file) : `read_parquet(${quoteText(path)})`;
  await connection.run(`create or replace table ${quoteName(table)} as from ${reader}`);
  if (format === 'json') await makeWholeNumbers(connection, file);
  return null;
}

/** Columns with whole numbers that a double does not hold stay text, or JSON if nested. */
async function jsonReader(connection: DuckDBConnection, { path, isPacked, exact }: TableFile): Promise<string> {
  const place = `${quoteText(path)}${isPacked ? ", compression = 'gzip'" : ''}`;
  const reader = `read_json_auto(${place}, sample_size = -1, maximum_depth = ${JSON_DEPTH})`;
  if (exact.length === 0) return reader;
  const columns = (await connection.runAndReadAll(`describe from ${reader}`)).getRows().map(([name, type]) => {
    const isRounded = exact.includes(String(name)) && /\bDOUBLE\b/.test(String(type));
    const kept = isRounded ? (type === 'DOUBLE' ? 'VARCHAR' : 'JSON') : String(type);
    return `${quoteText(String(name))}: ${quoteText(kept)}`;
  });
  return `read_json(${place}, columns = {${columns.join(', ')}})`;
}

async function makeWholeNumbers(connection: DuckDBConnection, { table, exact }: TableFile): Promise<void> {
  for (const column of exact) {
    const name = quoteName(column);
    const whole = `bool_and(${name}::varchar = try_cast(${name}::varchar as hugeint)::varchar)`;
    const sql = `select any_value(typeof(${name})), ${whole} from ${quoteName(table)} where ${name} is not null`;
    const [[type, isWhole] = []] = (await connection.runAndReadAll(sql)).getRows();
    if (type !== 'VARCHAR' || isWhole !== true) continue;
    await connection.run(`alter table ${quoteName(table)} alter column ${name} set data type hugeint`);
  }
}

function commentOf({ name, sheet }: TableFile, { csv }: LoadedTable): string {
  const place = sheet === null ? '' : `the sheet ${sheet.slice(0, SHEET_IN_COMMENT)} of `;
  const from = `From ${place}the file ${name}`;
  const badLines = csv?.badLines ?? 0;
  return badLines === 0 ? `${from}.` : `${from}; ${badLines} lines could not be read and are left out.`;
}

/** Fixed reasons only: DuckDB's messages quote file content. */
function reasonOf(message: string): string {
  if (/maximum line size/i.test(message)) return 'a line in it is longer than 2 MB';
  if (/out of memory|no space left/i.test(message)) return TOO_LARGE;
  if (/JSON/.test(message)) return 'its JSON is damaged, or its values do not fit together';
  return '';
}

/** Resolves once sent: the next file may end this process. */
function send(message: FileMessage<LoadedTable>): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

process.on('disconnect', () => process.exit(1));
const instance = await DuckDBInstance.create(target, JSON.parse(options) as Record<string, string>);
const connection = await instance.connect();
// A table that ended a process may exist partially.
for (const { table } of JSON.parse(failed) as TableFile[]) {
  await connection.run(`drop table if exists ${quoteName(table)}`);
}
await send({ kind: 'ready' });
for (const file of JSON.parse(files) as TableFile[]) {
  const report = await load(connection, file);
  await send({ kind: 'file', report });
  // DuckDB keeps the memory of what failed: the next files get a new process.
  if (report.problem === TOO_LARGE) process.exit(1);
}
await connection.run('checkpoint');
connection.closeSync();
instance.closeSync();
await send({ kind: 'done' });

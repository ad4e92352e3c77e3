/** Loads files into a DuckDB database, one table each; killed on timeout. Runs from source: imports name `.ts`. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { once } from 'node:events';
import { FileSwappedError, openChecked } from '../../processes/opened-file.ts';
import { formOf } from '../findings.ts';
import { PARQUET_DEPTH } from '../limits.ts';
import type { FileMessage } from '../run-over-files.ts';
import type { LoadedTable, LoadRequest, TableFile } from '../source-files.ts';
import { CsvTable } from './csv-table.ts';
import { JsonTable } from './json-table.ts';
import { quoteName, quoteText } from './sql-text.ts';

const SHEET_IN_COMMENT = 100;

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
    const isUnusable = loaded.csv?.isNotUtf8 === true;
    const comment = `comment on table ${quoteName(table)} is ${quoteText(commentOf(file, loaded))}`;
    await connection.run(isUnusable ? `drop table ${quoteName(table)}` : comment);
    return loaded;
  } catch (error) {
    // No statement is sure to run in a full memory, and DuckDB keeps the memory of what failed. "Failed to query" stands
    // for an error whose message could not be allocated.
    if (/out of memory|no space left|failed to query/i.test(String(error))) {
      await send({ kind: 'full' });
      process.exit(1);
    }
    await connection.run(`drop table if exists ${quoteName(table)}`);
    const isReported = error instanceof FileSwappedError || error instanceof TooDeepError;
    return { ...loaded, problem: isReported ? error.message : reasonOf(String(error), file) };
  }
}

async function read(connection: DuckDBConnection, file: TableFile): Promise<LoadedTable['csv']> {
  const { table, format, path } = file;
  if (format === 'csv') return new CsvTable(connection, file).fill();
  if (format === 'parquet') await checkDepth(connection, path);
  if (format === 'json') return new JsonTable(connection, file).fill();
  await connection.run(`create or replace table ${quoteName(table)} as from read_parquet(${quoteText(path)})`);
  return null;
}

class TooDeepError extends Error {}

async function checkDepth(connection: DuckDBConnection, path: string): Promise<void> {
  const sql = `select coalesce(num_children, 0) from parquet_schema(${quoteText(path)})`;
  /** Children that are still to come, by level. */
  const left: number[] = [];
  for (const [children] of (await connection.runAndReadAll(sql)).getRows()) {
    while (left.at(-1) === 0) left.pop();
    left.push((left.pop() ?? 1) - 1, Number(children));
    if (left.length > PARQUET_DEPTH) throw new TooDeepError(`its columns nest deeper than ${PARQUET_DEPTH}`);
  }
}

function commentOf({ name, sheet }: TableFile, { csv }: LoadedTable): string {
  const place = sheet === null ? '' : `the sheet ${sheet.slice(0, SHEET_IN_COMMENT)} of `;
  const from = `From ${place}the file ${name}`;
  const badLines = csv?.badLines ?? 0;
  const { s, are } = formOf(badLines);
  const bad = badLines === 0 ? '' : `; ${badLines} line${s} could not be read and ${are} left out`;
  const total = (csv?.totalsRow ?? null) === null ? '' : '; a row at its end seems to be the total of the others';
  return `${from}${bad}${total}.`;
}

/** Fixed reasons only: DuckDB's messages quote file content. */
function reasonOf(message: string, { format }: TableFile): string {
  if (/maximum_object_size/.test(message)) return 'a value in it is larger than 16 MB';
  if (/maximum line size/i.test(message)) return 'a line in it is longer than 2 MB';
  if (/duplicate (?:key|name)/i.test(message)) return 'an object in it has a key twice';
  if (/JSON/.test(message)) return 'its JSON is damaged, or its values do not fit together';
  return format === 'parquet' ? 'it is damaged, or no Parquet file' : '';
}

/** Resolves once sent: the next file may end this process. */
function send(message: FileMessage<LoadedTable>): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

process.on('disconnect', () => process.exit(1));
const [request] = (await once(process, 'message')) as [LoadRequest];
const instance = await DuckDBInstance.create(request.database, request.options);
const connection = await instance.connect();
for (const { table } of request.failed) await connection.run(`drop table if exists ${quoteName(table)}`);
await send({ kind: 'ready' });
for (const file of request.files) {
  await send({ kind: 'file', report: await load(connection, file) });
}
await connection.run('checkpoint');
connection.closeSync();
instance.closeSync();
await send({ kind: 'done' });

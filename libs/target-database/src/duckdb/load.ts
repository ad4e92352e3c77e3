/**
 * The process that reads files into a database of DuckDB's, one table per file, and ends. Its parent kills it when it
 * takes too long.
 *
 * In development it runs from its source, so it imports nothing but types and packages.
 */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { LoadedFile, SourceFile } from './source-files.js';

const [target = '', files = '[]', options = '{}'] = process.argv.slice(2);

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const READERS: Record<SourceFile['format'], (path: string) => string> = {
  csv: (path) => `read_csv(${path}, store_rejects = true, rejects_limit = 1000000)`,
  json: (path) => `read_json_auto(${path}, sample_size = -1)`,
  parquet: (path) => `read_parquet(${path})`,
};

/** Types by every line: three times as slow as by the first twenty thousand. */
const readEveryLine = (path: string): string =>
  `read_csv(${path}, sample_size = -1, store_rejects = true, rejects_limit = 1000000)`;

const MISTYPED = `select count(*) from reject_errors where error_type = 'CAST'`;

async function numberOf(connection: DuckDBConnection, sql: string): Promise<number> {
  const [row] = (await connection.runAndReadAll(sql)).getRows();
  return Number(row?.[0] ?? 0);
}

async function load(connection: DuckDBConnection, { name, table, format, path }: SourceFile): Promise<LoadedFile> {
  try {
    const create = `create or replace table ${quoteName(table)} as from`;
    await connection.run(`${create} ${READERS[format](quoteText(path))}`);
    // A column of numbers may hold a word in its last line: then it is no column of numbers.
    if (format === 'csv' && (await numberOf(connection, MISTYPED)) > 0) {
      await dropRejects(connection);
      await connection.run(`${create} ${readEveryLine(quoteText(path))}`);
    }
    const rows = await numberOf(connection, `select count(*) from ${quoteName(table)}`);
    const badLines = format === 'csv' ? await takeBadLines(connection) : 0;
    const bad = badLines === 0 ? '' : `; ${badLines} lines could not be read and are left out`;
    const comment = quoteText(`From the file ${name}${bad}.`);
    await connection.run(`comment on table ${quoteName(table)} is ${comment}`);
    return { name, table, rows, badLines, failed: false };
  } catch {
    return { name, table, rows: 0, badLines: 0, failed: true };
  }
}

async function takeBadLines(connection: DuckDBConnection): Promise<number> {
  const count = await numberOf(connection, 'select count(distinct line) from reject_errors');
  await dropRejects(connection);
  return count;
}

async function dropRejects(connection: DuckDBConnection): Promise<void> {
  await connection.run('drop table reject_errors');
  await connection.run('drop table reject_scans');
}

const instance = await DuckDBInstance.create(target, JSON.parse(options) as Record<string, string>);
const connection = await instance.connect();
const loaded: LoadedFile[] = [];
for (const file of JSON.parse(files) as SourceFile[]) loaded.push(await load(connection, file));
await connection.run('checkpoint');
connection.closeSync();
instance.closeSync();
process.send?.(loaded, () => process.exit(0));
process.on('disconnect', () => process.exit(1));

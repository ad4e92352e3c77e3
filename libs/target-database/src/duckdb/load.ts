/**
 * The process that reads files into a database of DuckDB's, one table per file, and ends. Its parent kills it when it
 * takes too long. A database that is there already gets more tables.
 *
 * In development it runs from its source, so it imports nothing but types and packages.
 */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { LoadedTable, TableFile } from './source-files.js';

const [target = '', files = '[]', options = '{}'] = process.argv.slice(2);

const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Characters of a sheet's name that a comment holds. */
const SHEET_IN_COMMENT = 100;
const REJECTS = 'store_rejects = true, rejects_limit = 1000000';
/** How rows of sheets were written. Shorter ones end in empty cells; a cell may hold several lines. */
const SHEET = "delim = ',', quote = '\"', escape = '\"', null_padding = true, parallel = false, ";

function reader({ format, path, sheet }: TableFile, readsEveryLine: boolean): string {
  const place = quoteText(path);
  switch (format) {
    case 'json':
      return `read_json_auto(${place}, sample_size = -1)`;
    case 'parquet':
      return `read_parquet(${place})`;
    case 'csv': {
      // types by every line: three times as slow as by the first twenty thousand
      const sample = readsEveryLine ? 'sample_size = -1, ' : '';
      return `read_csv(${place}, ${sheet === null ? '' : SHEET}${sample}${REJECTS})`;
    }
  }
}

async function numberOf(connection: DuckDBConnection, sql: string): Promise<number> {
  const [row] = (await connection.runAndReadAll(sql)).getRows();
  return Number(row?.[0] ?? 0);
}

const rejects = (connection: DuckDBConnection, kind: string): Promise<number> =>
  numberOf(connection, `select count(*) from reject_errors where error_type = '${kind}'`);

async function load(connection: DuckDBConnection, file: TableFile): Promise<LoadedTable> {
  const { name, table, format } = file;
  const loaded: LoadedTable = { name, table, badLines: 0, isNotUtf8: false, isNamedByTexts: false, problem: null };
  try {
    const create = `create or replace table ${quoteName(table)} as from`;
    await connection.run(`${create} ${reader(file, false)}`);
    if (format === 'csv') {
      if ((await rejects(connection, 'INVALID ENCODING')) > 0) loaded.isNotUtf8 = true;
      // A column of numbers may hold a word in its last line: then it is no column of numbers.
      else if ((await rejects(connection, 'CAST')) > 0) {
        await dropRejects(connection);
        await connection.run(`${create} ${reader(file, true)}`).catch(async () => {
          // a line too long to be looked at: then by the first lines after all
          await dropRejects(connection);
          await connection.run(`${create} ${reader(file, false)}`);
        });
      }
      loaded.badLines = await numberOf(connection, 'select count(distinct line) from reject_errors');
      // numbers below a line of texts tell it from them; nothing does where all are texts
      loaded.isNamedByTexts = (await numberOf(connection, notNamedByTexts(table))) === 0;
    }
    await connection.run(`comment on table ${quoteName(table)} is ${quoteText(commentOf(file, loaded))}`);
    return loaded;
  } catch (error) {
    await connection.run(`drop table if exists ${quoteName(table)}`);
    return { ...loaded, problem: reasonOf(String(error)) };
  } finally {
    await dropRejects(connection);
  }
}

/** Columns that hold no texts, or have the names that DuckDB gives where it takes no line for names. */
function notNamedByTexts(table: string): string {
  return `select count(*) from duckdb_columns() where table_name = ${quoteText(table)} and not internal
    and (data_type <> 'VARCHAR' or regexp_full_match(column_name, 'column[0-9]+'))`;
}

function commentOf({ name, sheet }: TableFile, { badLines }: LoadedTable): string {
  const place = sheet === null ? '' : `the sheet ${sheet.slice(0, SHEET_IN_COMMENT)} of `;
  const from = `From ${place}the file ${name}`;
  return badLines === 0 ? `${from}.` : `${from}; ${badLines} lines could not be read and are left out.`;
}

/** Fixed reasons, or none: what DuckDB says quotes the file. */
function reasonOf(message: string): string {
  if (/maximum line size/i.test(message)) return 'a line in it is longer than 2 MB';
  if (/out of memory|no space left/i.test(message)) return 'it takes too much memory';
  return '';
}

async function dropRejects(connection: DuckDBConnection): Promise<void> {
  await connection.run('drop table if exists reject_errors');
  await connection.run('drop table if exists reject_scans');
}

const instance = await DuckDBInstance.create(target, JSON.parse(options) as Record<string, string>);
const connection = await instance.connect();
const loaded: LoadedTable[] = [];
for (const file of JSON.parse(files) as TableFile[]) loaded.push(await load(connection, file));
await connection.run('checkpoint');
connection.closeSync();
instance.closeSync();
process.send?.(loaded, () => process.exit(0));
process.on('disconnect', () => process.exit(1));

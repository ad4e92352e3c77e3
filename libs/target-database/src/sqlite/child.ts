/**
 * One read-only SQLite file; killed if a statement does not end. Node's permission model limits it. Runs from source:
 * imports name `.ts`.
 */
import { DatabaseSync, constants, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { Cell } from '@assay/contracts';
import { FileSwappedError, hasOpened } from '../processes/opened-file.ts';
import type { ChildFailure, ChildMessage, ChildRequest, ChildResult } from '../processes/protocol.js';

const READING_ACTIONS: Set<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_RECURSIVE,
]);

/** Used by full-text search. */
const SEARCH_PRAGMAS = new Set(['data_version', 'page_size']);

/** R-Trees prepare these when opened; they cannot run on a read-only file. */
const WRITING_ACTIONS: Set<number> = new Set([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
]);

/** Functions with external access; the guard also rejects them. */
const REACHING_FUNCTIONS = new Set([
  'load_extension',
  'readfile',
  'writefile',
  'edit',
  'fts3_tokenizer',
  'fsdir',
  'lsmode',
]);

const [path = '', heapLimit = '', longestValue = '', doubleQuotedTexts = ''] = process.argv.slice(2);

let internal = true;

let nodeTables: ReadonlySet<string> = new Set();

function send(message: ChildMessage): void {
  process.send?.(message);
}

function failureOf(error: unknown): ChildFailure {
  const { errcode, message } = error as { errcode?: unknown; message?: unknown };
  return { errcode: typeof errcode === 'number' ? errcode : null, message: String(message) };
}

function authorize(action: number, first: string | null, second: string | null): number {
  if (READING_ACTIONS.has(action)) return constants.SQLITE_OK;
  if (action === constants.SQLITE_FUNCTION) {
    return REACHING_FUNCTIONS.has((second ?? '').toLowerCase()) ? constants.SQLITE_DENY : constants.SQLITE_OK;
  }
  const mayRun = WRITING_ACTIONS.has(action)
    ? nodeTables.has(first ?? '')
    : action === constants.SQLITE_PRAGMA && mayAsk((first ?? '').toLowerCase(), second);
  return mayRun ? constants.SQLITE_OK : constants.SQLITE_DENY;
}

function mayAsk(pragma: string, value: string | null): boolean {
  if (value === null && SEARCH_PRAGMAS.has(pragma)) return true;
  return internal && /^(table_|foreign_key_list$|index_list$|index_info$)/.test(pragma);
}

/** Shadow tables of virtual tables; `defensive` blocks direct writes. */
function readNodeTables(database: DatabaseSync): ReadonlySet<string> {
  const virtual = database.prepare("select name from sqlite_schema where type = 'table' and rootpage = 0").all();
  return new Set(virtual.flatMap(({ name }) => ['node', 'rowid', 'parent'].map((part) => `${String(name)}_${part}`)));
}

/** Before Node 24.10 none; query_only and the guard remain, and the parent reports it. */
function hasAuthorizer(database: DatabaseSync): boolean {
  return typeof database.setAuthorizer === 'function';
}

function open(): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly: true,
    allowExtension: false,
    defensive: true,
    enableDoubleQuotedStringLiterals: doubleQuotedTexts === 'true',
    timeout: 1000,
    limits: { attach: 0, length: Number(longestValue), sqlLength: 4_000_000 },
  });
  // trusted_schema off: views and generated columns must not call functions with side effects.
  for (const pragma of [
    'query_only = on',
    'trusted_schema = off',
    'cell_size_check = on',
    'temp_store = memory',
    'mmap_size = 0',
    `hard_heap_limit = ${Number(heapLimit)}`,
  ]) {
    database.exec(`pragma ${pragma}`);
  }
  if (!hasOpened(path)) throw new FileSwappedError();
  // Reads the header, so that an invalid file fails here.
  nodeTables = readNodeTables(database);
  if (hasAuthorizer(database)) database.setAuthorizer(authorize);
  return database;
}

function prepare(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  return statement;
}

function toCell(value: SQLOutputValue): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

function sizeOf(value: SQLOutputValue): number {
  if (typeof value === 'string') return value.length + 4;
  return value instanceof Uint8Array ? value.byteLength * 2 + 4 : 12;
}

function storageClass(value: SQLOutputValue | undefined): string {
  if (typeof value === 'bigint') return 'INTEGER';
  if (typeof value === 'number') return 'REAL';
  if (typeof value === 'string') return 'TEXT';
  return value instanceof Uint8Array ? 'BLOB' : '';
}

function execute(database: DatabaseSync, request: ChildRequest): ChildResult {
  const statement = prepare(database, request.sql);
  const declared = statement.columns().map((column) => ({ name: column.name, type: column.type ?? '' }));
  const rows: SQLOutputValue[][] = [];
  let toSkip = request.offset;
  let bytes = 0;
  let cut = false;
  for (const found of statement.iterate(...request.parameters)) {
    const row = found as unknown as SQLOutputValue[];
    if (toSkip > 0) {
      toSkip -= 1;
      continue;
    }
    bytes += row.reduce<number>((size, value) => size + sizeOf(value), 0);
    cut = rows.length >= request.maxRows || bytes > request.maxBytes;
    if (cut) break;
    rows.push(row);
  }
  // Expressions declare no type: use the storage class of the first value.
  const columns = declared.map((column, index) => ({
    ...column,
    type: column.type || storageClass(rows.find((row) => row[index] !== null)?.[index]),
  }));
  return { columns, rows: rows.map((row) => row.map(toCell)), cut };
}

function answer(database: DatabaseSync, request: ChildRequest): void {
  internal = request.internal;
  try {
    if (request.explain) prepare(database, `EXPLAIN QUERY PLAN ${request.sql}`).all();
    const nothing: ChildResult = { columns: [], rows: [], cut: false };
    send({ kind: 'result', id: request.id, result: request.execute ? execute(database, request) : nothing });
  } catch (error) {
    send({ kind: 'failure', id: request.id, failure: failureOf(error) });
  }
}

try {
  const database = open();
  process.on('message', (request: ChildRequest) => answer(database, request));
  const version = database.prepare('select sqlite_version() as version').get()?.['version'];
  send({ kind: 'ready', version: String(version), hasAuthorizer: hasAuthorizer(database) });
} catch (error) {
  send({ kind: 'unusable', failure: failureOf(error) });
}
process.on('disconnect', () => process.exit(0));

/**
 * In-memory SQLite, limited to its source by Node's permission model; the parent kills it if a statement does not end.
 * Runs from source: imports only types and Node modules.
 */
import { DatabaseSync, constants, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import type { AskedOutcome, InstanceRow, InstanceValue } from '@assay/behaviour';
import type { ScratchReply, ScratchRequest } from '../child/protocol.js';

const READING_ACTIONS: Set<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_RECURSIVE,
  constants.SQLITE_FUNCTION,
]);
/** Reach outside the database. The guard refuses them, too: a second line of defence. */
const REACHING_FUNCTIONS = new Set(['load_extension', 'readfile', 'writefile', 'edit', 'fts3_tokenizer', 'fsdir']);
/**
 * Errors that count as a result when candidates are compared: SQLITE_ERROR (generic; see `isMissing`), TOOBIG, MISMATCH.
 * After any other error the candidate is unobserved.
 */
const DATA_ERRORS = new Set([1, 18, 20]);

const [heapLimit = '', longestValue = '', mostRows = '', mostBytes = '', doubleQuotedTexts = ''] =
  process.argv.slice(2);

let isForeign = false;
let database: DatabaseSync | null = null;
let fills: StatementSync[] = [];

/** Resolves once sent: the next statement may block this process. */
function send(message: ScratchReply): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

function authorize(action: number, _first: string | null, second: string | null): number {
  if (!isForeign) return constants.SQLITE_OK;
  if (action === constants.SQLITE_FUNCTION && REACHING_FUNCTIONS.has((second ?? '').toLowerCase())) {
    return constants.SQLITE_DENY;
  }
  return READING_ACTIONS.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY;
}

function open(): DatabaseSync {
  const opened = new DatabaseSync(':memory:', {
    allowExtension: false,
    defensive: true,
    enableForeignKeyConstraints: false,
    enableDoubleQuotedStringLiterals: doubleQuotedTexts === 'true',
    limits: { attach: 0, length: Number(longestValue), sqlLength: 4_000_000 },
  });
  for (const pragma of ['trusted_schema = off', 'temp_store = memory', `hard_heap_limit = ${Number(heapLimit)}`]) {
    opened.exec(`pragma ${pragma}`);
  }
  if (typeof opened.setAuthorizer === 'function') opened.setAuthorizer(authorize);
  return opened;
}

function prepare({ ddl, inserts }: Extract<ScratchRequest, { kind: 'prepare' }>): void {
  database?.close();
  const opened = open();
  database = opened;
  for (const statement of ddl) opened.exec(statement);
  fills = inserts.map((insert) => opened.prepare(insert));
}

function bound(value: InstanceValue): string | number | null {
  return typeof value === 'boolean' ? Number(value) : value;
}

function fill(target: DatabaseSync, tables: readonly (readonly InstanceRow[])[]): void {
  target.exec('begin');
  fills.forEach((insert, index) => {
    for (const row of tables[index] ?? []) insert.run(...row.map(bound));
  });
}

function toCell(value: SQLOutputValue): string | number | null {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value;
}

function ask(target: DatabaseSync, sql: string): AskedOutcome {
  try {
    const statement = target.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    const rows: (string | number | null)[][] = [];
    let bytes = 0;
    for (const found of statement.iterate()) {
      const row = (found as unknown as SQLOutputValue[]).map(toCell);
      bytes += row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
      if (rows.length >= Number(mostRows) || bytes > Number(mostBytes)) return { kind: 'unobserved' };
      rows.push(row);
    }
    const columns = statement.columns().map(({ name, type }) => ({ name, type: type ?? '' }));
    return { kind: 'rows', result: { columns, rows, truncated: false } };
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    return { kind: DATA_ERRORS.has((errcode ?? 0) & 255) && !isMissing(error) ? 'error' : 'unobserved' };
  }
}

function isMissing(error: unknown): boolean {
  return /no such (table|column|function|module|collation)/.test(String(error));
}

async function answer(request: ScratchRequest): Promise<void> {
  const { id } = request;
  try {
    if (request.kind === 'prepare') {
      prepare(request);
      await send({ kind: 'prepared', id });
      return;
    }
    if (database === null) throw new Error('nothing was prepared');
    try {
      fill(database, request.tables);
      await send({ kind: 'filled', id });
      isForeign = true;
      for (const sql of request.statements) await send({ kind: 'answered', id, outcome: ask(database, sql) });
    } finally {
      isForeign = false;
      if (database.isTransaction) database.exec('rollback');
    }
    await send({ kind: 'done', id });
  } catch (error) {
    await send({ kind: 'refused', id, message: String(error) });
  }
}

process.on('message', (request: ScratchRequest) => void answer(request));
process.on('disconnect', () => process.exit(0));
void send({ kind: 'ready' });

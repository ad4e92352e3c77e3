/**
 * In-memory DuckDB, external access off, configuration locked. Interrupts a statement that times out, else the parent
 * kills it. Runs from source: imports only types and packages.
 */
import {
  DuckDBBlobValue,
  DuckDBInstance,
  StatementType,
  type DuckDBConnection,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { AskedOutcome, InstanceRow, InstanceValue } from '@assay/behaviour';
import type { Cell } from '@assay/contracts';
import type { ScratchReply, ScratchRequest } from '../child/protocol.js';

const [settings = '{}', mostRows = '', mostBytes = '', timeoutMs = ''] = process.argv.slice(2);

const LOCKS = ["TimeZone = 'UTC'", 'enable_external_access = false', 'lock_configuration = true'];
/** Errors that depend on the rows: candidates are compared by them, and unobserved after any other. */
const DATA_ERROR = /^(?:Conversion|Out of Range|Invalid Input) Error: /;

const LOOK_MS = 20;

let database: { instance: DuckDBInstance; connection: DuckDBConnection; inserts: string[] } | null = null;

/** Resolves once sent: the next statement may end this process. */
function send(message: ScratchReply): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

async function prepare({ ddl, inserts }: Extract<ScratchRequest, { kind: 'prepare' }>): Promise<void> {
  database?.connection.closeSync();
  database?.instance.closeSync();
  database = null;
  const instance = await DuckDBInstance.create(':memory:', JSON.parse(settings) as Record<string, string>);
  const connection = await instance.connect();
  for (const lock of LOCKS) await connection.run(`set ${lock}`);
  for (const statement of ddl) await connection.run(statement);
  database = { instance, connection, inserts };
}

function literal(value: InstanceValue): string {
  return value === null ? 'null' : `'${String(value).replaceAll("'", "''")}'`;
}

async function fill(
  connection: DuckDBConnection,
  inserts: readonly string[],
  tables: readonly (readonly InstanceRow[])[],
): Promise<void> {
  await connection.run('begin transaction');
  for (const [index, insert] of inserts.entries()) {
    const rows = (tables[index] ?? []).map((row) => `(${row.map(literal).join(', ')})`);
    if (rows.length > 0) await connection.run(insert + rows.join(', '));
  }
}

function toCell(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  return value instanceof DuckDBBlobValue ? `\\x${Buffer.from(value.bytes).toString('hex')}` : String(value);
}

/**
 * Calls `act` once this CPU time is used, or after about four times as long.
 * @returns cancels the timer
 */
function whenSpent(milliseconds: number, act: () => void): () => void {
  const before = process.cpuUsage();
  let looks = 0;
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    looks += 1;
    if ((user + system) / 1000 >= milliseconds || looks * LOOK_MS >= 3 * milliseconds) act();
    else timer = setTimeout(look, LOOK_MS);
  };
  let timer = setTimeout(look, milliseconds);
  return () => clearTimeout(timer);
}

/** Accepts exactly one SELECT. */
async function ask(connection: DuckDBConnection, sql: string): Promise<AskedOutcome> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) return { kind: 'unobserved' };
  const prepared = await statements.prepare(0);
  try {
    if (prepared.statementType !== StatementType.SELECT) return { kind: 'unobserved' };
    const result = await prepared.stream();
    const types = result.columnTypes().map(String);
    const columns = result.columnNames().map((name, index) => ({ name, type: types[index] ?? '' }));
    const rows: Cell[][] = [];
    let bytes = 0;
    for await (const chunk of result.yieldRows()) {
      for (const values of chunk) {
        const row = values.map(toCell);
        bytes += row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
        if (rows.length >= Number(mostRows) || bytes > Number(mostBytes)) return { kind: 'unobserved' };
        rows.push(row);
      }
    }
    return { kind: 'rows', result: { columns, rows, truncated: false } };
  } finally {
    prepared.destroySync();
  }
}

/** An error aborts the transaction: rows are inserted again. */
async function askAll({ id, tables, statements }: Extract<ScratchRequest, { kind: 'ask' }>): Promise<void> {
  if (database === null) throw new Error('nothing was prepared');
  const { connection, inserts } = database;
  await fill(connection, inserts, tables).catch(async (error: unknown) => {
    await connection.run('rollback');
    throw error;
  });
  await send({ kind: 'filled', id });
  for (const sql of statements) {
    let outcome: AskedOutcome;
    const cancel = whenSpent(Number(timeoutMs), () => connection.interrupt());
    try {
      outcome = await ask(connection, sql);
    } catch (error) {
      cancel();
      outcome = { kind: DATA_ERROR.test(messageOf(error)) ? 'error' : 'unobserved' };
      await connection.run('rollback');
      await fill(connection, inserts, tables);
    } finally {
      cancel();
    }
    await send({ kind: 'answered', id, outcome });
  }
  await connection.run('rollback');
}

async function answer(request: ScratchRequest): Promise<void> {
  const { id } = request;
  try {
    if (request.kind === 'prepare') await prepare(request);
    else await askAll(request);
    await send({ kind: request.kind === 'prepare' ? 'prepared' : 'done', id });
  } catch (error) {
    await send({ kind: 'refused', id, message: messageOf(error) });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

process.on('message', (request: ScratchRequest) => void answer(request));
process.on('disconnect', () => process.exit(0));
void send({ kind: 'ready' });

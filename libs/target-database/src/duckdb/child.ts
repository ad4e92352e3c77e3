/**
 * One read-only DuckDB file, external access off, configuration locked; killed if a statement does not end. Runs from
 * source: imports name `.ts`.
 */
import { DuckDBInstance, StatementType, type DuckDBConnection, type DuckDBResult } from '@duckdb/node-api';
import type { Cell } from '@assay/contracts';
import { keepValuesExact, sizeOf, toCell } from './cells.ts';
import { FileSwappedError, hasOpened } from '../processes/opened-file.ts';
import type { ChildFailure, ChildMessage, ChildRequest, ChildResult } from '../processes/protocol.js';

const [path = '', options = '{}'] = process.argv.slice(2);

const NOTHING: ChildResult = { columns: [], rows: [], cut: false };

function send(message: ChildMessage): void {
  process.send?.(message);
}

function failureOf(error: unknown): ChildFailure {
  return { errcode: null, message: error instanceof Error ? error.message : String(error) };
}

async function open(): Promise<DuckDBConnection> {
  const settings = JSON.parse(options) as Record<string, string>;
  const instance = await DuckDBInstance.create(path, { ...settings, access_mode: 'READ_ONLY', temp_directory: '' });
  if (!hasOpened(path)) throw new FileSwappedError();
  const connection = await instance.connect();
  for (const setting of ["TimeZone = 'UTC'", 'enable_external_access = false', 'lock_configuration = true']) {
    await connection.run(`SET ${setting}`);
  }
  return connection;
}

async function take(result: DuckDBResult, { offset, maxRows, maxBytes }: ChildRequest): Promise<ChildResult> {
  const types = result.columnTypes().map(String);
  const columns = result.columnNames().map((name, index) => ({ name, type: types[index] ?? '' }));
  const rows: Cell[][] = [];
  let [toSkip, bytes] = [offset, 0];
  for await (const chunk of result.yieldRows()) {
    for (const values of chunk) {
      if (toSkip > 0) {
        toSkip -= 1;
        continue;
      }
      const row = values.map(toCell);
      bytes += row.reduce<number>((size, cell) => size + sizeOf(cell), 0);
      if (rows.length >= maxRows || bytes > maxBytes) return { columns, rows, cut: true };
      rows.push(row);
    }
  }
  return { columns, rows, cut: false };
}

/** Second defence behind the guard: accepts one SELECT. */
async function requireOneSelect(connection: DuckDBConnection, sql: string): Promise<void> {
  const statements = await connection.extractStatements(sql);
  if (statements.count !== 1) throw new Error('Permission Error: one statement at a time');
  const prepared = await statements.prepare(0);
  const kind = prepared.statementType;
  prepared.destroySync();
  if (kind !== StatementType.SELECT) throw new Error('Permission Error: only SELECT may run');
}

async function work(connection: DuckDBConnection, request: ChildRequest): Promise<ChildResult> {
  const { sql, parameters } = request;
  if (!request.internal) await requireOneSelect(connection, sql);
  if (request.explain) await connection.run(`EXPLAIN ${sql}`);
  return request.execute ? take(await connection.stream(sql, parameters), request) : NOTHING;
}

async function answer(connection: DuckDBConnection, request: ChildRequest): Promise<void> {
  try {
    send({ kind: 'result', id: request.id, result: await work(connection, request) });
  } catch (error) {
    send({ kind: 'failure', id: request.id, failure: failureOf(error) });
  }
}

keepValuesExact();
try {
  const connection = await open();
  process.on('message', (request: ChildRequest) => void answer(connection, request));
  const [row] = (await connection.runAndReadAll('select system.main.version()')).getRows();
  send({ kind: 'ready', version: String(row?.[0]), hasAuthorizer: true });
} catch (error) {
  send({ kind: 'unusable', failure: failureOf(error) });
}
process.on('disconnect', () => process.exit(0));

import type { Cell } from '@assay/contracts';
import { readFile } from 'node:fs/promises';
import initSqlJs, { type Database, type Statement } from 'sql.js';
import type { FileTarget } from '../../connection/connection-target.js';
import { floatOf } from './calendar.js';
import type { Reference } from './reference.js';

/** Another build of SQLite, in WebAssembly, over a copy of the file. */
export class SqliteReference implements Reference {
  private constructor(private readonly database: Database) {}

  static async connect({ path }: FileTarget): Promise<Reference> {
    const { Database } = await initSqlJs();
    const bytes = await readFile(path);
    // Turns the header's write-ahead log off, which memory does not have.
    bytes.fill(1, 18, 20);
    return new SqliteReference(new Database(bytes));
  }

  async rows(sql: string): Promise<Cell[][]> {
    const statement = this.database.prepare(sql);
    const rows: Cell[][] = [];
    while (statement.step()) rows.push(read(statement).map(cellOf));
    statement.free();
    return rows;
  }

  async close(): Promise<void> {
    this.database.close();
  }
}

/** The published types lack the second parameter. */
function read(statement: Statement): unknown[] {
  return (statement.get as (parameters: null, config: { useBigInt: boolean }) => unknown[]).call(statement, null, {
    useBigInt: true,
  });
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return value > -(2n ** 53n) && value < 2n ** 53n ? Number(value) : String(value);
  if (typeof value === 'number') return floatOf(value);
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : (value as Cell);
}

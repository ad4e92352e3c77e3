import type { Cell } from '@assay/contracts';
import { createConnection, type Connection, type FieldInfo } from 'mariadb';
import type { ServerTarget } from '../../connection/connection-target.js';
import { floatOf, singleOf } from './calendar.js';
import type { Reference } from './reference.js';

/** MariaDB's own connector and its prepared statements, whose results are binary. */
export class MariadbReference implements Reference {
  private constructor(private readonly connection: Connection) {}

  static async connect({ host, port, user, password, database }: ServerTarget, setup: string): Promise<Reference> {
    const connection = await createConnection({
      ...{ host, port, user, password: password.reveal(), database },
      ...{ dateStrings: true, rowsAsArray: true, bitOneIsBoolean: false, autoJsonMap: false, jsonStrings: true },
    });
    await connection.query(setup);
    return new MariadbReference(connection);
  }

  async rows(sql: string, onBit: (column: number) => void = () => undefined): Promise<Cell[][]> {
    const rows = await this.connection.execute<unknown[][] & { meta: FieldInfo[] }>(sql);
    for (const [at, { type }] of rows.meta.entries()) if (String(type) === 'BIT') onBit(at);
    return rows.map((row) => row.map((value, at) => cellOf(value, rows.meta[at])));
  }

  close(): Promise<void> {
    return this.connection.end();
  }
}

function cellOf(value: unknown, field: FieldInfo | undefined): Cell {
  const type = String(field?.type);
  if (Array.isArray(value)) return value.join(',');
  if (type === 'TIME' && typeof value === 'string') return timeText(value, field?.scale ?? 0);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return type === 'FLOAT' ? floatOf(singleOf(value)) : floatOf(value);
  if (!Buffer.isBuffer(value)) return value as Cell;
  if (type !== 'BIT') return `\\x${value.toString('hex')}`;
  const bits = BigInt(`0x${value.toString('hex')}`);
  return bits <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(bits) : String(bits);
}

/** The connector gives six digits of a fraction, or none. */
function timeText(text: string, scale: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  return scale > 0 && scale <= 6 ? `${whole}.${fraction.padEnd(6, '0').slice(0, scale)}` : whole;
}

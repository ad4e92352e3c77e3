import type { EventEmitter } from 'node:events';
import type { Cell } from '@assay/contracts';
import pg from 'pg';
import type { ServerTarget } from '../../connection/connection-target.js';
import { clockOf, dateOf, floatOf, floorDivide, floorRemainder, offsetOf } from './calendar.js';
import { exactJson } from './exact-json.js';
import type { Reference } from './reference.js';

const DAY = 86_400_000_000n;
/** Days from 1970 to 2000, the epoch of the binary format. */
const EPOCH_DAYS = 10_957n;

interface BinaryType {
  name: string;
  kind: string;
  /** Of an array or a range. */
  element: number;
}

type ClientOfCopies = pg.Client & { connection: EventEmitter };

/** Reads the binary format, in which no setting of the session changes a value. */
export class PostgresReference implements Reference {
  private constructor(
    private readonly client: ClientOfCopies,
    private readonly types: ReadonlyMap<number, BinaryType>,
    private readonly zoneSeconds: number,
  ) {}

  /** @param zoneSeconds the database's time zone, which must have no summer time, as seconds east of UTC */
  static async connect(
    { host, port, user, password, database }: ServerTarget,
    zoneSeconds: number,
  ): Promise<Reference> {
    const client = new pg.Client({ host, port, user, password: password.reveal(), database }) as ClientOfCopies;
    await client.connect();
    const { rows } = await client.query<{ oid: number; name: string; kind: string; element: number }>(
      `select t.oid::int8::float8 as oid, t.typname as name, t.typtype as kind,
              coalesce(nullif(t.typelem, 0), r.rngsubtype, 0)::int8::float8 as element
         from pg_type t left join pg_range r on r.rngtypid = t.oid`,
    );
    return new PostgresReference(client, new Map(rows.map(({ oid, ...type }) => [oid, type])), zoneSeconds);
  }

  async rows(sql: string): Promise<Cell[][]> {
    const { fields } = await this.client.query({ text: sql, rowMode: 'array' });
    const chunks: Buffer[] = [];
    // The client reuses its buffer.
    const keep = ({ chunk }: { chunk: Buffer }): number => chunks.push(Buffer.from(chunk));
    this.client.connection.on('copyData', keep);
    try {
      await this.client.query(`copy (${sql}) to stdout (format binary)`);
    } finally {
      this.client.connection.off('copyData', keep);
    }
    return tuplesOf(Buffer.concat(chunks)).map((row) =>
      row.map((bytes, at) => (bytes === null ? null : this.cell(fields[at]?.dataTypeID ?? 0, bytes))),
    );
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private cell(oid: number, bytes: Buffer): Cell {
    const { name } = this.typeOf(oid);
    if (name === 'bool') return bytes[0] === 1;
    if (['int2', 'int4', 'oid', 'float4', 'float8'].includes(name)) {
      const text = this.text(oid, bytes);
      return Number.isFinite(Number(text)) ? Number(text) + 0 : text;
    }
    if (name === 'json' || name === 'jsonb') return exactJson(this.text(oid, bytes));
    if (name.startsWith('_')) return this.array(bytes);
    return this.text(oid, bytes);
  }

  private typeOf(oid: number): BinaryType {
    const type = this.types.get(oid);
    if (type === undefined) throw new Error(`unknown type ${oid}`);
    return type;
  }

  private array(bytes: Buffer): Cell {
    const dimensions = bytes.readInt32BE(0);
    const element = bytes.readInt32BE(8);
    const lengths = Array.from({ length: dimensions }, (_, at) => bytes.readInt32BE(12 + at * 8));
    let at = 12 + dimensions * 8;
    const level = (depth: number): Cell[] =>
      Array.from({ length: lengths[depth] ?? 0 }, () => {
        if (depth < dimensions - 1) return level(depth + 1);
        const part = sized(bytes, at);
        at += 4 + (part?.length ?? 0);
        return part === null ? null : this.cell(element, part);
      });
    return dimensions === 0 ? [] : level(0);
  }

  private text(oid: number, bytes: Buffer): string {
    const { name, kind, element } = this.typeOf(oid);
    if (kind === 'r') return this.range(element, bytes);
    if (kind === 'c' || name === 'record') return this.record(bytes);
    switch (name) {
      case 'bool':
        return bytes[0] === 1 ? 't' : 'f';
      case 'int2':
        return String(bytes.readInt16BE());
      case 'int4':
        return String(bytes.readInt32BE());
      case 'oid':
        return String(bytes.readUInt32BE());
      case 'int8':
        return String(bytes.readBigInt64BE());
      case 'float4':
        return String(singleOf(bytes.readFloatBE()));
      case 'float8':
        return String(floatOf(bytes.readDoubleBE()));
      case 'numeric':
        return numericText(bytes);
      case 'bytea':
        return `\\x${bytes.toString('hex')}`;
      case 'uuid':
        return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
      case 'jsonb':
        return bytes.toString('utf8', 1);
      case 'bit':
      case 'varbit':
        return bitText(bytes);
      case 'date':
        return this.date(bytes.readInt32BE());
      case 'timestamp':
        return this.timestamp(bytes.readBigInt64BE(), null);
      case 'timestamptz':
        return this.timestamp(bytes.readBigInt64BE(), this.zoneSeconds);
      case 'time':
        return clockOf(bytes.readBigInt64BE(), 1_000_000n);
      case 'timetz':
        return clockOf(bytes.readBigInt64BE(), 1_000_000n) + offsetOf(-bytes.readInt32BE(8));
      case 'interval':
        return intervalText(bytes.readInt32BE(12), bytes.readInt32BE(8), bytes.readBigInt64BE(0));
      default:
        if (!TEXTS.has(name) && kind !== 'e') throw new Error(`no reader of the binary type ${name}`);
        return bytes.toString('utf8');
    }
  }

  private date(days: number): string {
    if (days === 0x7fffffff) return 'infinity';
    if (days === -0x80000000) return '-infinity';
    const { text, isBc } = dateOf(BigInt(days) + EPOCH_DAYS);
    return text + (isBc ? ' BC' : '');
  }

  private timestamp(micros: bigint, zone: number | null): string {
    if (micros === 2n ** 63n - 1n) return 'infinity';
    if (micros === -(2n ** 63n)) return '-infinity';
    const local = micros + BigInt(zone ?? 0) * 1_000_000n;
    const { text, isBc } = dateOf(floorDivide(local, DAY) + EPOCH_DAYS);
    const clock = clockOf(floorRemainder(local, DAY), 1_000_000n);
    return `${text} ${clock}${zone === null ? '' : offsetOf(zone)}${isBc ? ' BC' : ''}`;
  }

  private range(element: number, bytes: Buffer): string {
    const flags = bytes[0] ?? 0;
    if ((flags & 1) !== 0) return 'empty';
    let at = 1;
    const bound = (isInfinite: boolean): string => {
      if (isInfinite) return '';
      const part = sized(bytes, at) ?? Buffer.alloc(0);
      at += 4 + part.length;
      return quoted(this.text(element, part), /[\s"\\()[\],]|^$/);
    };
    const lower = bound((flags & 8) !== 0);
    const upper = bound((flags & 16) !== 0);
    return `${(flags & 2) === 0 ? '(' : '['}${lower},${upper}${(flags & 4) === 0 ? ')' : ']'}`;
  }

  private record(bytes: Buffer): string {
    let at = 4;
    const fields = Array.from({ length: bytes.readInt32BE(0) }, () => {
      const [oid, part] = [bytes.readInt32BE(at), sized(bytes, at + 4)];
      at += 8 + (part?.length ?? 0);
      return part === null ? '' : quoted(this.text(oid, part), /[\s"\\(),]|^$/);
    });
    return `(${fields.join(',')})`;
  }
}

/** A header of 19 bytes, then rows: their number of fields and the fields; the number -1 ends them. */
function tuplesOf(bytes: Buffer): (Buffer | null)[][] {
  const rows: (Buffer | null)[][] = [];
  let at = 19;
  for (let count = bytes.readInt16BE(at); count >= 0; count = bytes.readInt16BE(at)) {
    at += 2;
    rows.push(
      Array.from({ length: count }, () => {
        const field = sized(bytes, at);
        at += 4 + (field?.length ?? 0);
        return field;
      }),
    );
  }
  return rows;
}

const TEXTS = new Set(['text', 'varchar', 'bpchar', 'name', 'json', 'xml', 'unknown', 'char']);

function sized(bytes: Buffer, at: number): Buffer | null {
  const length = bytes.readInt32BE(at);
  return length < 0 ? null : bytes.subarray(at + 4, at + 4 + length);
}

function quoted(text: string, special: RegExp): string {
  return special.test(text) ? `"${text.replace(/["\\]/g, '$&$&')}"` : text;
}

function bitText(bytes: Buffer): string {
  const bits = [...bytes.subarray(4)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.slice(0, bytes.readInt32BE(0));
}

/** Groups of four decimal digits. */
function numericText(bytes: Buffer): string {
  const [count, weight, sign, scale] = [
    bytes.readUInt16BE(0),
    bytes.readInt16BE(2),
    bytes.readUInt16BE(4),
    bytes.readUInt16BE(6),
  ];
  if (sign === 0xc000) return 'NaN';
  if (sign === 0xd000) return 'Infinity';
  if (sign === 0xf000) return '-Infinity';
  const group = (power: number): string => {
    const at = weight - power;
    return (at >= 0 && at < count ? bytes.readUInt16BE(8 + at * 2) : 0).toString().padStart(4, '0');
  };
  const powers = (from: number, to: number): number[] =>
    Array.from({ length: Math.max(0, from - to + 1) }, (_, at) => from - at);
  const whole = powers(weight, 0).map(group).join('').replace(/^0+/, '') || '0';
  const fraction = powers(-1, -Math.ceil(scale / 4))
    .map(group)
    .join('')
    .slice(0, scale);
  return `${sign === 0x4000 ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
}

/** As `IntervalStyle` postgres prints it. */
function intervalText(months: number, days: number, micros: bigint): string {
  let [text, isAfterNegative] = ['', false];
  const parts = [
    [Math.trunc(months / 12), 'year'],
    [months % 12, 'mon'],
    [days, 'day'],
  ] as const;
  for (const [value, unit] of parts) {
    if (value === 0) continue;
    text += `${text === '' ? '' : ' '}${isAfterNegative && value > 0 ? '+' : ''}${value} ${unit}${value === 1 ? '' : 's'}`;
    isAfterNegative = value < 0;
  }
  if (text !== '' && micros === 0n) return text;
  const sign = micros < 0n ? '-' : isAfterNegative ? '+' : '';
  return `${text}${text === '' ? '' : ' '}${sign}${clockOf(micros < 0n ? -micros : micros, 1_000_000n)}`;
}

/** The shortest decimal nearest to a single-precision number; of two, the even one. */
function singleOf(value: number): number {
  for (let digits = 1; digits <= 9; digits += 1) {
    const short = Number(rounded(value, digits));
    // One halfway to a neighbour would leave it.
    if (Math.fround(short + (short - value) / 2 ** 20) === value) return short;
  }
  return value;
}

/** `toPrecision` with halves to even. */
function rounded(value: number, digits: number): string {
  const exact = value.toPrecision(100).replaceAll(/^-?0*\.?0*|\.|e.*/g, '');
  const isHalf = /^50*$/.test(exact.slice(digits));
  return value.toPrecision(digits).replace(/[13579](?=e|$)/, (digit) => (isHalf ? String(Number(digit) - 1) : digit));
}

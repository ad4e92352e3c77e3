import duckdb, {
  type Connection,
  type Database,
  type LogicalType,
  type Type as TypeId,
  type Vector,
} from '@duckdb/node-bindings';
import type { Cell } from '@assay/contracts';
import type { FileTarget } from '../../connection/connection-target.js';
import { clockOf, dateOf, decimalOf, floatOf, floorDivide, floorRemainder, offsetOf, singleOf } from './calendar.js';
import type { Reference } from './reference.js';

const { Type } = duckdb;
const MICROS = 1_000_000n;
const INFINITE = 2n ** 63n - 1n;
/** Offsets of times are stored as the distance to this one, in seconds. */
const GREATEST_OFFSET = 57_599;

type Reader = (row: number) => Cell;

/** Reads the vectors of DuckDB's C interface, without the driver's values. */
export class DuckdbReference implements Reference {
  private constructor(
    private readonly database: Database,
    private readonly connection: Connection,
  ) {}

  static async connect({ path }: FileTarget): Promise<Reference> {
    const config = duckdb.create_config();
    duckdb.set_config(config, 'access_mode', 'READ_ONLY');
    const database = await duckdb.open(path, config);
    const connection = await duckdb.connect(database);
    await duckdb.query(connection, "set TimeZone = 'UTC'");
    return new DuckdbReference(database, connection);
  }

  async rows(sql: string): Promise<Cell[][]> {
    const result = await duckdb.query(this.connection, sql);
    const rows: Cell[][] = [];
    for (let chunk = await duckdb.fetch_chunk(result); chunk !== null; chunk = await duckdb.fetch_chunk(result)) {
      const size = duckdb.data_chunk_get_size(chunk);
      if (size === 0) break;
      const vectors = Array.from({ length: duckdb.data_chunk_get_column_count(chunk) }, (_, at) =>
        readerOf(duckdb.data_chunk_get_vector(chunk, at), size),
      );
      for (let row = 0; row < size; row += 1) rows.push(vectors.map((read) => read(row)));
    }
    return rows;
  }

  async close(): Promise<void> {
    duckdb.disconnect_sync(this.connection);
    duckdb.close_sync(this.database);
  }
}

function readerOf(vector: Vector, size: number): Reader {
  const type = duckdb.vector_get_column_type(vector);
  const validity = duckdb.vector_get_validity(vector, Math.ceil(size / 64) * 8) as Uint8Array | null;
  const read = nestedReader(vector, type, size) ?? scalarReader(vector, type, size);
  return (row) => (validity !== null && ((validity[row >> 3] ?? 0) & (1 << (row & 7))) === 0 ? null : read(row));
}

function nestedReader(vector: Vector, type: LogicalType, size: number): Reader | null {
  switch (duckdb.get_type_id(type)) {
    case Type.LIST:
    case Type.MAP: {
      const entries = viewOf(vector, size * 16);
      const child = readerOf(duckdb.list_vector_get_child(vector), duckdb.list_vector_get_size(vector));
      const isMap = duckdb.get_type_id(type) === Type.MAP;
      return (row) => {
        const [from, length] = [row * 16, row * 16 + 8].map((at) => Number(entries.getBigUint64(at, true)));
        const items = Array.from({ length: length ?? 0 }, (_, at) => child((from ?? 0) + at));
        return isMap ? mapOf(items as { key: Cell; value: Cell }[]) : items;
      };
    }
    case Type.ARRAY: {
      const length = duckdb.array_type_array_size(type);
      const child = readerOf(duckdb.array_vector_get_child(vector), length * size);
      return (row) => Array.from({ length }, (_, at) => child(row * length + at));
    }
    case Type.STRUCT: {
      const names = Array.from({ length: duckdb.struct_type_child_count(type) }, (_, at) =>
        duckdb.struct_type_child_name(type, at),
      );
      const fields = names.map((_, at) => readerOf(duckdb.struct_vector_get_child(vector, at), size));
      return (row) => {
        const cells = fields.map((read) => read(row));
        return names.includes('') ? cells : Object.fromEntries(names.map((name, at) => [name, cells[at] ?? null]));
      };
    }
    case Type.UNION: {
      const tag = viewOf(duckdb.struct_vector_get_child(vector, 0), size);
      const members = Array.from({ length: duckdb.union_type_member_count(type) }, (_, at) =>
        readerOf(duckdb.struct_vector_get_child(vector, at + 1), size),
      );
      return (row) => members[tag.getUint8(row)]?.(row) ?? null;
    }
    default:
      return null;
  }
}

function mapOf(entries: { key: Cell; value: Cell }[]): Cell {
  return Object.fromEntries(
    entries.map(({ key, value }) => [typeof key === 'string' ? key : JSON.stringify(key), value]),
  );
}

function scalarReader(vector: Vector, type: LogicalType, size: number): Reader {
  const id = duckdb.get_type_id(type);
  const stored = id === Type.DECIMAL ? duckdb.decimal_internal_type(type) : id;
  const as = id === Type.ENUM ? duckdb.enum_internal_type(type) : stored;
  const width = WIDTHS[as] ?? 16;
  const view = viewOf(vector, size * width);
  return (row) => {
    const at = row * width;
    if (id === Type.ENUM) return duckdb.enum_dictionary_value(type, Number(wholeAt(view, at, as)));
    if (id === Type.DECIMAL) return decimalOf(wholeAt(view, at, as), duckdb.decimal_scale(type));
    return id in WHOLE ? integer(wholeAt(view, at, id)) : otherAt(view, at, id);
  };
}

function integer(value: bigint): Cell {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

function otherAt(view: DataView, at: number, id: TypeId): Cell {
  switch (id) {
    case Type.SQLNULL:
      return null;
    case Type.BOOLEAN:
      return view.getUint8(at) === 1;
    case Type.FLOAT:
      return floatOf(singleOf(view.getFloat32(at, true)));
    case Type.DOUBLE:
      return floatOf(view.getFloat64(at, true));
    case Type.VARCHAR:
      return bytesAt(view, at).toString('utf8');
    case Type.BLOB:
      return `\\x${bytesAt(view, at).toString('hex')}`;
    case Type.BIT: {
      const [padding = 0, ...bytes] = bytesAt(view, at);
      return bytes
        .map((byte) => byte.toString(2).padStart(8, '0'))
        .join('')
        .slice(padding);
    }
    case Type.UUID: {
      const value = BigInt.asUintN(128, wholeAt(view, at, Type.HUGEINT)) ^ (1n << 127n);
      return value
        .toString(16)
        .padStart(32, '0')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    }
    default:
      return temporalAt(view, at, id);
  }
}

function temporalAt(view: DataView, at: number, id: TypeId): string {
  switch (id) {
    case Type.DATE: {
      const days = view.getInt32(at, true);
      return Math.abs(days) === 0x7fffffff ? infinite(days > 0) : dayText(BigInt(days));
    }
    case Type.TIME:
      return clockOf(view.getBigInt64(at, true), MICROS);
    case Type.TIME_TZ: {
      const bits = view.getBigUint64(at, true);
      return clockOf(bits >> 24n, MICROS) + offsetOf(GREATEST_OFFSET - Number(bits & 0xffffffn));
    }
    case Type.TIMESTAMP:
      return timestampText(view.getBigInt64(at, true), MICROS);
    case Type.TIMESTAMP_TZ: {
      const text = timestampText(view.getBigInt64(at, true), MICROS);
      return text.endsWith('infinity') ? text : `${text}+00`;
    }
    case Type.TIMESTAMP_S:
      return timestampText(view.getBigInt64(at, true), 1n);
    case Type.TIMESTAMP_MS:
      return timestampText(view.getBigInt64(at, true), 1000n);
    case Type.TIMESTAMP_NS:
      return timestampText(view.getBigInt64(at, true), 1_000_000_000n);
    case Type.INTERVAL:
      return intervalText(view.getInt32(at, true), view.getInt32(at + 4, true), view.getBigInt64(at + 8, true));
    default:
      throw new Error(`no reader of the type ${Type[id]}`);
  }
}

function timestampText(units: bigint, perSecond: bigint): string {
  if (units === INFINITE || units === -INFINITE) return infinite(units > 0n);
  const perDay = perSecond * 86_400n;
  return `${dayText(floorDivide(units, perDay))} ${clockOf(floorRemainder(units, perDay), perSecond)}`;
}

function infinite(isPositive: boolean): string {
  return isPositive ? 'infinity' : '-infinity';
}

function dayText(days: bigint): string {
  const { text, isBc } = dateOf(days);
  return text + (isBc ? ' (BC)' : '');
}

function intervalText(months: number, days: number, micros: bigint): string {
  const parts = [
    [Math.trunc(months / 12), 'year'],
    [months % 12, 'month'],
    [days, 'day'],
  ] as const;
  const words = parts.flatMap(([value, unit]) =>
    value === 0 ? [] : [`${value} ${unit}${Math.abs(value) === 1 ? '' : 's'}`],
  );
  const clock = `${micros < 0n ? '-' : ''}${clockOf(micros < 0n ? -micros : micros, MICROS)}`;
  return [...words, ...(micros !== 0n || words.length === 0 ? [clock] : [])].join(' ');
}

const WHOLE: Partial<Record<TypeId, (view: DataView, at: number) => bigint>> = {
  [Type.TINYINT]: (view, at) => BigInt(view.getInt8(at)),
  [Type.SMALLINT]: (view, at) => BigInt(view.getInt16(at, true)),
  [Type.INTEGER]: (view, at) => BigInt(view.getInt32(at, true)),
  [Type.BIGINT]: (view, at) => view.getBigInt64(at, true),
  [Type.HUGEINT]: (view, at) => (view.getBigInt64(at + 8, true) << 64n) + view.getBigUint64(at, true),
  [Type.UTINYINT]: (view, at) => BigInt(view.getUint8(at)),
  [Type.USMALLINT]: (view, at) => BigInt(view.getUint16(at, true)),
  [Type.UINTEGER]: (view, at) => BigInt(view.getUint32(at, true)),
  [Type.UBIGINT]: (view, at) => view.getBigUint64(at, true),
  [Type.UHUGEINT]: (view, at) => (view.getBigUint64(at + 8, true) << 64n) + view.getBigUint64(at, true),
};

/** Bytes of a value; 16 for all others. */
const WIDTHS: Partial<Record<TypeId, number>> = {
  ...{ [Type.BOOLEAN]: 1, [Type.TINYINT]: 1, [Type.UTINYINT]: 1, [Type.SMALLINT]: 2, [Type.USMALLINT]: 2 },
  ...{ [Type.INTEGER]: 4, [Type.UINTEGER]: 4, [Type.FLOAT]: 4, [Type.DATE]: 4, [Type.DOUBLE]: 8 },
  ...{ [Type.BIGINT]: 8, [Type.UBIGINT]: 8, [Type.TIME]: 8, [Type.TIME_TZ]: 8, [Type.SQLNULL]: 0 },
  ...{
    [Type.TIMESTAMP]: 8,
    [Type.TIMESTAMP_S]: 8,
    [Type.TIMESTAMP_MS]: 8,
    [Type.TIMESTAMP_NS]: 8,
    [Type.TIMESTAMP_TZ]: 8,
  },
};

function wholeAt(view: DataView, at: number, type: TypeId): bigint {
  const read = WHOLE[type];
  if (read === undefined) throw new Error(`${Type[type]} is no whole number`);
  return read(view, at);
}

function viewOf(vector: Vector, bytes: number): DataView {
  const data = duckdb.vector_get_data(vector, bytes);
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** Texts of up to 12 bytes are stored in place, others behind a pointer. */
function bytesAt(view: DataView, at: number): Buffer {
  const length = view.getUint32(at, true);
  if (length <= 12) return Buffer.from(view.buffer as ArrayBuffer, view.byteOffset + at + 4, length);
  return Buffer.from(duckdb.get_data_from_pointer(view.buffer as ArrayBuffer, view.byteOffset + at + 8, length));
}

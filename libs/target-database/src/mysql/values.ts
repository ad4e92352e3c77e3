import type { FieldPacket } from 'mysql2';
import type { Cell } from '@assay/contracts';
import { bytesCell, floatCell, integerCell, singleCell } from '../values/cells.js';
import { losslessJson } from '../values/lossless-json.js';

const BINARY = 63;

/** field_types.h; copied, so the driver loads lazily. */
const Types = {
  DECIMAL: 0,
  TINY: 1,
  SHORT: 2,
  LONG: 3,
  FLOAT: 4,
  DOUBLE: 5,
  NULL: 6,
  TIMESTAMP: 7,
  LONGLONG: 8,
  INT24: 9,
  DATE: 10,
  TIME: 11,
  DATETIME: 12,
  YEAR: 13,
  NEWDATE: 14,
  VARCHAR: 15,
  BIT: 16,
  JSON: 245,
  NEWDECIMAL: 246,
  ENUM: 247,
  SET: 248,
  TINY_BLOB: 249,
  MEDIUM_BLOB: 250,
  LONG_BLOB: 251,
  BLOB: 252,
  VAR_STRING: 253,
  STRING: 254,
  GEOMETRY: 255,
} as const;

const NAMES: Record<number, string> = {
  [Types.DECIMAL]: 'decimal',
  [Types.TINY]: 'tinyint',
  [Types.SHORT]: 'smallint',
  [Types.LONG]: 'int',
  [Types.FLOAT]: 'float',
  [Types.DOUBLE]: 'double',
  [Types.NULL]: 'null',
  [Types.TIMESTAMP]: 'timestamp',
  [Types.LONGLONG]: 'bigint',
  [Types.INT24]: 'mediumint',
  [Types.DATE]: 'date',
  [Types.TIME]: 'time',
  [Types.DATETIME]: 'datetime',
  [Types.YEAR]: 'year',
  [Types.NEWDATE]: 'date',
  [Types.VARCHAR]: 'varchar',
  [Types.BIT]: 'bit',
  [Types.JSON]: 'json',
  [Types.NEWDECIMAL]: 'decimal',
  [Types.ENUM]: 'enum',
  [Types.SET]: 'set',
  [Types.TINY_BLOB]: 'tinyblob',
  [Types.MEDIUM_BLOB]: 'mediumblob',
  [Types.LONG_BLOB]: 'longblob',
  [Types.BLOB]: 'blob',
  [Types.VAR_STRING]: 'varchar',
  [Types.STRING]: 'char',
  [Types.GEOMETRY]: 'geometry',
};

const SMALL_NUMBERS = new Set<number>([Types.TINY, Types.SHORT, Types.LONG, Types.INT24, Types.YEAR]);
const FLOATS = new Set<number>([Types.FLOAT, Types.DOUBLE]);
/** Types that the server flags as binary, but sends as text. */
const WRITTEN_AS_TEXT = new Set<number>([
  Types.DECIMAL,
  Types.NEWDECIMAL,
  Types.LONGLONG,
  Types.DATE,
  Types.NEWDATE,
  Types.TIME,
  Types.DATETIME,
  Types.TIMESTAMP,
  Types.NULL,
]);

/** Text and byte types share numbers; the character set distinguishes them. */
export function typeName(field: FieldPacket): string {
  const name = NAMES[typeOf(field)] ?? 'unknown';
  if (field.characterSet === BINARY) return name.replace('varchar', 'varbinary').replace(/^char$/, 'binary');
  return name.replace('blob', 'text');
}

export function toCell(bytes: Buffer | null, field: FieldPacket, jsonAsText = false): Cell {
  if (bytes === null) return null;
  const type = typeOf(field);
  if (SMALL_NUMBERS.has(type)) return Number(bytes.toString('latin1'));
  if (FLOATS.has(type)) return floatCell(Number(bytes.toString('latin1')));
  if (WRITTEN_AS_TEXT.has(type)) return bytes.toString('latin1');
  if (type === Types.BIT) return bitCell(bytes);
  if (type === Types.JSON && !jsonAsText) return losslessJson(bytes.toString('utf8'));
  if (type === Types.GEOMETRY || (field.characterSet === BINARY && type !== Types.JSON)) return bytesCell(bytes);
  return bytes.toString('utf8');
}

/** Decimals of a DOUBLE that has no fixed number of them. */
const ANY_DECIMALS = 31;
const FRACTIONAL = new Set<number>([Types.TIME, Types.DATETIME, Types.TIMESTAMP]);

/**
 * Whether to read a result again by a prepared statement, because texts round FLOAT to six digits and DOUBLE to its
 * decimals. Not if the driver would read another column differently.
 */
export function isRounded(fields: readonly FieldPacket[]): boolean {
  const types = fields.map(typeOf);
  if (types.some((type) => type === Types.GEOMETRY || !(type in NAMES))) return false;
  return fields.some(
    (field, at) => types[at] === Types.FLOAT || (types[at] === Types.DOUBLE && field.decimals < ANY_DECIMALS),
  );
}

export function exactCell(value: unknown, field: FieldPacket, jsonAsText = false): Cell {
  const type = typeOf(field);
  if (typeof value === 'number') return type === Types.FLOAT ? singleCell(value) : floatCell(value);
  if (typeof value !== 'string') return Buffer.isBuffer(value) ? toCell(value, field, jsonAsText) : null;
  if (type === Types.JSON && !jsonAsText) return losslessJson(value);
  if (!FRACTIONAL.has(type) || field.decimals === 0 || field.decimals > 6) return value;
  const [whole = '', fraction = ''] = value.split('.');
  return `${whole}.${fraction.padEnd(6, '0').slice(0, field.decimals)}`;
}

function bitCell(bytes: Buffer): Cell {
  return bytes.length === 0 ? null : integerCell(BigInt(`0x${bytes.toString('hex')}`).toString());
}

function typeOf(field: FieldPacket): number {
  return field.columnType ?? field.type ?? Types.VAR_STRING;
}

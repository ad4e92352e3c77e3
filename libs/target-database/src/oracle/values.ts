import type { DbType, FetchTypeResponse, Metadata } from 'oracledb';
import type { Cell } from '@assay/contracts';
import { bytesCell, floatCell } from '../values/cells.js';

export interface FetchForms {
  STRING: DbType;
  BUFFER: DbType;
}

/** Fetched as text, because JavaScript numbers and dates lose digits. */
const AS_TEXT = /^(NUMBER|DATE|TIMESTAMP|CLOB|NCLOB|LONG$|INTERVAL|ROWID|UROWID|XMLTYPE)/;
const AS_BYTES = /^(BLOB|LONG RAW)/;

/** Undefined: the driver's default. */
export function fetchForm(
  metadata: Pick<Metadata<unknown>, 'dbTypeName'>,
  forms: FetchForms,
): FetchTypeResponse | undefined {
  const type = metadata.dbTypeName ?? '';
  if (AS_TEXT.test(type)) return { type: forms.STRING };
  return AS_BYTES.test(type) ? { type: forms.BUFFER } : undefined;
}

export function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return bytesCell(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return floatCell(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(toCell);
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>, floatCell);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toCell(item)]));
}

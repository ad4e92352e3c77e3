import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBStructVector,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Cell } from '@assay/contracts';

/** The driver keys fields by name, so unnamed ones would replace each other; makes them a list. */
export function keepUnnamedFields(): void {
  DuckDBStructVector.prototype.getItem = function (index: number): DuckDBStructValue | null {
    if (!this.isItemValid(index)) return null;
    const { entryNames } = this.type;
    const fields = entryNames.map((name, field): [string, DuckDBValue] => [name, this.getItemValue(index, field)]);
    if (entryNames.includes('')) return new DuckDBListValue(fields.map(([, value]) => value)) as never;
    return new DuckDBStructValue(Object.fromEntries(fields));
  };
}

/** Lists and unnamed structs become arrays, structs and maps objects. */
export function toCell(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value instanceof DuckDBBlobValue) return `\\x${Buffer.from(value.bytes).toString('hex')}`;
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(toCell);
  if (value instanceof DuckDBUnionValue) return toCell(value.value);
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([name, field]) => [name, toCell(field)]));
  }
  if (value instanceof DuckDBMapValue) {
    return Object.fromEntries(value.entries.map(({ key, value: item }) => [textOfKey(toCell(key)), toCell(item)]));
  }
  return String(value);
}

function textOfKey(key: Cell): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

/** Approximate, in bytes. */
export function sizeOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length + 4;
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell).length + 4 : 12;
}

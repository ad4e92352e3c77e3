import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBFloatVector,
  DuckDBGeometryValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBStructVector,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  DuckDBUnionValue,
  DuckDBVariantValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Cell } from '@assay/contracts';
import { singleCell } from '../values/cells.ts';

interface FloatItems {
  items: Float32Array;
  validity: { itemValid(index: number): boolean };
}

/**
 * The driver keys fields by name, so unnamed ones would replace each other: they become a list. It shows FLOATs as
 * doubles, and times in the zone of the host.
 */
export function keepValuesExact(): void {
  DuckDBTimestampTZValue.timezoneOffsetInMinutes = 0;
  DuckDBFloatVector.prototype.getItem = function (index: number): number | null {
    const { items, validity } = this as unknown as FloatItems;
    return validity.itemValid(index) ? Number(singleCell(items[index] ?? 0)) : null;
  };
  DuckDBStructVector.prototype.getItem = function (index: number): DuckDBStructValue | null {
    if (!this.isItemValid(index)) return null;
    const { entryNames } = this.type;
    const fields = entryNames.map((name, field): [string, DuckDBValue] => [name, this.getItemValue(index, field)]);
    if (entryNames.includes('')) return new DuckDBListValue(fields.map(([, value]) => value)) as never;
    return new DuckDBStructValue(Object.fromEntries(fields));
  };
}

export function toCell(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value instanceof DuckDBBlobValue || value instanceof DuckDBGeometryValue)
    return `\\x${Buffer.from(value.bytes).toString('hex')}`;
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) return value.items.map(toCell);
  if (value instanceof DuckDBUnionValue || value instanceof DuckDBVariantValue) return toCell(value.value);
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([name, field]) => [name, toCell(field)]));
  }
  if (value instanceof DuckDBMapValue) {
    return Object.fromEntries(value.entries.map(({ key, value: item }) => [textOfKey(toCell(key)), toCell(item)]));
  }
  return textOf(value);
}

const WITH_INFINITY = [
  DuckDBDateValue,
  DuckDBTimestampValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampNanosecondsValue,
];

/** As DuckDB prints it; the driver knows neither all infinities nor the year 1 BC. */
function textOf(value: DuckDBValue): string {
  const isInfinite = WITH_INFINITY.some((kind) => value instanceof kind && !value.isFinite);
  if (isInfinite) return Object.values(value as object).some((units) => units < 0) ? '-infinity' : 'infinity';
  return String(value).replace(/^0000(-\d\d-\d\d)/, '0001$1 (BC)');
}

function textOfKey(key: Cell): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

/** Approximate, bytes. */
export function sizeOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length + 4;
  return typeof cell === 'object' && cell !== null ? JSON.stringify(cell).length + 4 : 12;
}

import type { InstanceRow } from './instance.js';
import type { TableModel } from './table-model.js';

export function dropOrphans(tables: readonly TableModel[], rowsOf: Map<TableModel, InstanceRow[]>): void {
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const table of tables) {
      const rows = rowsOf.get(table) ?? [];
      const kept = rows.filter((row) => table.parents.every((link) => hasParent(row, link, rowsOf)));
      isChanged ||= kept.length < rows.length;
      rowsOf.set(table, kept);
    }
  }
}

function hasParent(
  row: InstanceRow,
  { columns, parent, parentColumns }: TableModel['parents'][number],
  rowsOf: ReadonlyMap<TableModel, InstanceRow[]>,
): boolean {
  if (columns.some((column) => (row[column] ?? null) === null)) return true;
  return (rowsOf.get(parent) ?? []).some((other) =>
    columns.every((column, index) => sameKey(row[column], other[parentColumns[index] ?? -1])),
  );
}

/** SQLite schemas let texts refer to integers. */
function sameKey(left: unknown, right: unknown): boolean {
  return left === right || String(left) === String(right);
}

import type { DatabaseSchema, SampledTables, SampledValue, TableSchema } from '@assay/contracts';
import { tableKey } from '../table-key.js';
import type { TableRows } from './regularities.js';

const MOST_KEPT = 100;

/** The first rows of each table, and the sample rows they reference. */
export function keptRows(schema: DatabaseSchema, rowsOf: ReadonlyMap<TableSchema, TableRows>): SampledTables {
  const kept = new Map([...rowsOf].map(([table, { rows }]) => [table, new Set(rows.slice(0, MOST_KEPT))]));
  // A chain of foreign keys has at most as many links as there are tables.
  for (let rounds = 0; rounds < schema.tables.length; rounds += 1) {
    const before = sizeOf(kept);
    for (const table of kept.keys()) keepParents(table, schema, rowsOf, kept);
    if (sizeOf(kept) === before) break;
  }
  return Object.fromEntries(
    [...rowsOf].map(([table, { columns }]) => {
      const rows = [...(kept.get(table) ?? [])].map((row) => row.map(scalar));
      return [tableKey(table), { columns: [...columns], rows }];
    }),
  );
}

type Kept = ReadonlyMap<TableSchema, Set<TableRows['rows'][number]>>;

function keepParents(
  table: TableSchema,
  schema: DatabaseSchema,
  rowsOf: ReadonlyMap<TableSchema, TableRows>,
  kept: Kept,
): void {
  for (const { columns, referencedTable, referencedSchema, referencedColumns } of table.foreignKeys) {
    const parent = schema.tables.find((one) => one.name === referencedTable && one.schema === referencedSchema);
    const [own, theirs] = [rowsOf.get(table), parent && rowsOf.get(parent)];
    if (parent === undefined || own === undefined || theirs === undefined) continue;
    const wanted = new Set([...(kept.get(table) ?? [])].map((row) => keyOf(row, own, columns)));
    for (const row of theirs.rows) if (wanted.has(keyOf(row, theirs, referencedColumns))) kept.get(parent)?.add(row);
  }
}

function keyOf(row: TableRows['rows'][number], { columns }: TableRows, names: readonly string[]): string {
  return JSON.stringify(names.map((name) => row[columns.indexOf(name)] ?? null));
}

function sizeOf(kept: Kept): number {
  return [...kept.values()].reduce((sum, rows) => sum + rows.size, 0);
}

/** Lists and objects become null. */
function scalar(cell: TableRows['rows'][number][number]): SampledValue {
  return typeof cell === 'object' && cell !== null ? null : cell;
}

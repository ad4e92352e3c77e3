import type { StatementFacts, ColumnReference } from '../statements/statement-facts.js';
import type { TableModel } from './table-model.js';

/** Columns joined by foreign keys, inclusions or comparisons share values. */
export function columnDomains(tables: readonly TableModel[], facts: readonly StatementFacts[]): Map<string, string> {
  const leader = new Map<string, string>();
  for (const { columns } of tables) for (const { id } of columns) leader.set(id, id);
  const find = (id: string): string => {
    const next = leader.get(id) ?? id;
    return next === id ? id : find(next);
  };
  const join = (left: string, right: string): void => {
    if (leader.has(left) && leader.has(right)) leader.set(find(left), find(right));
  };
  for (const { table, columns, parents, profile } of tables) {
    for (const { columns: own, parent, parentColumns } of parents) {
      own.forEach((column, index) => {
        join(columns[column]?.id ?? '', parent.columns[parentColumns[index] ?? -1]?.id ?? '');
      });
    }
    for (const { column, table: other, otherColumn } of profile?.inclusions ?? []) {
      join(`${table.name}.${column}`.toLowerCase(), `${other}.${otherColumn}`.toLowerCase());
    }
  }
  for (const [left, right] of facts.flatMap(({ linked }) => linked)) {
    for (const one of idsOf(left, tables)) for (const other of idsOf(right, tables)) join(one, other);
  }
  return new Map([...leader.keys()].map((id) => [id, find(id)]));
}

export function idsOf({ table, column }: ColumnReference, tables: readonly TableModel[]): string[] {
  return tables.flatMap((model) => {
    if (table !== null && model.table.name.toLowerCase() !== table) return [];
    return model.columns.filter(({ name }) => name.toLowerCase() === column).map(({ id }) => id);
  });
}

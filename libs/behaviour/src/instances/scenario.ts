import type { StatementFacts } from '../statements/statement-facts.js';
import { idsOf } from './domains.js';
import type { InstanceValue } from './instance.js';
import { adjacentValues } from './near-values.js';
import type { TableModel } from './table-model.js';
import { fit } from './value-fit.js';

export function scenarioOf(
  { literals }: StatementFacts,
  tables: readonly TableModel[],
): ReadonlyMap<string, readonly InstanceValue[]> {
  const columns = new Map(tables.flatMap((table) => table.columns.map((column) => [column.id, column] as const)));
  const scenario = new Map<string, InstanceValue[]>();
  for (const literal of literals) {
    for (const id of idsOf(literal, tables)) {
      const column = columns.get(id);
      if (column === undefined) continue;
      // Numbers and patterns also need neighbours.
      const { near: all } = adjacentValues(literal, column.pool);
      const near = all.slice(0, typeof literal.value === 'number' || literal.isPattern ? 4 : 1);
      const isKnown = (value: InstanceValue): boolean => column.seen === null || column.seen.includes(value);
      const fitting = near.map((value) => fit(value, column)).filter((value) => value !== undefined);
      const usable = fitting.filter(isKnown);
      if (usable.length > 0) scenario.set(id, [...(scenario.get(id) ?? []), ...usable]);
    }
  }
  return scenario;
}

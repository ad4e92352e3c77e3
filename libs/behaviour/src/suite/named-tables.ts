import type { SuiteInstance } from '@assay/contracts';
import type { InstanceRow } from '../instances/instance.js';
import type { TableModel } from '../instances/table-model.js';

type NamedTables = SuiteInstance['tables'];

export function namedTables(tables: readonly TableModel[], rows: readonly (readonly InstanceRow[])[]): NamedTables {
  return Object.fromEntries(
    tables.flatMap((model, index) => {
      const own = rows[index] ?? [];
      if (own.length === 0) return [];
      const columns = model.columns.map(({ name }) => name);
      return [[nameIn(tables, model), { columns, rows: own.map((row) => [...row]) }]];
    }),
  );
}

export function rowsOfNamed(tables: readonly TableModel[], named: NamedTables): InstanceRow[][] {
  return tables.map((model) => {
    const own = named[nameIn(tables, model)];
    if (own === undefined) return [];
    const places = model.columns.map(({ name }) => own.columns.indexOf(name));
    return own.rows.map((row) => places.map((place) => (row[place] ?? null) as InstanceRow[number]));
  });
}

function nameIn(tables: readonly TableModel[], { table }: TableModel): string {
  const isShared = tables.some(({ table: other }) => other !== table && other.name === table.name);
  return isShared && table.schema !== null ? `${table.schema}.${table.name}` : table.name;
}

import type { DatabaseAnswers, DatabaseSchema } from '@assay/contracts';
import { qualifiedName } from '@assay/sql';

type Name = Pick<DatabaseSchema['tables'][number], 'schema' | 'name'>;
const nameOf = ({ schema, name }: Name): string => JSON.stringify([schema, name]);

/** New tables, and those whose number of columns differs. */
export function tablesBeyond(schema: DatabaseSchema, tables: DatabaseAnswers['tables']['tables']): string[] {
  const known = new Map(schema.tables.map((table) => [nameOf(table), table.columns.length]));
  return tables.flatMap((table) => {
    const columns = known.get(nameOf(table));
    if (columns !== undefined && columns === (table.columns ?? columns)) return [];
    const name = qualifiedName(table);
    return [columns === undefined ? name : `${name} (${table.columns} columns)`];
  });
}

export function withExamplesOf(before: DatabaseSchema, now: DatabaseSchema): DatabaseSchema {
  const known = new Map(before.tables.map((table) => [nameOf(table), table.columns]));
  const tables = now.tables.map((table) => {
    const columns = new Map(known.get(nameOf(table))?.map((column) => [`${column.name} ${column.type}`, column]));
    const exampleOf = ({ name, type }: { name: string; type: string }): string[] =>
      columns.get(`${name} ${type}`)?.examples ?? [];
    return { ...table, columns: table.columns.map((column) => ({ ...column, examples: exampleOf(column) })) };
  });
  return { ...now, tables };
}

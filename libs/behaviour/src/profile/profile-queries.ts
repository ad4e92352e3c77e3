import type { Dialect, TableSchema } from '@assay/contracts';

/** Rows that a profile reads of a table. */
const SAMPLE_ROWS = 2000;
/** Rows that are counted: of a larger table it is enough to know that it is larger. */
const MOST_COUNTED = 100_000;

/** The statements that profile a table. */
export function profileQueries(table: TableSchema, dialect: Dialect): { count: string; sample: string } {
  const quote = quoteFor(dialect);
  const name = [table.schema, table.name].flatMap((part) => (part === null ? [] : [quote(part)])).join('.');
  const columns = table.columns.map((column) => quote(column.name)).join(', ');
  const counted = limited(`1 as one`, name, MOST_COUNTED, dialect);
  return {
    count: `select count(*) from (${counted}) ${quote('counted')}`,
    sample: limited(columns, name, SAMPLE_ROWS, dialect),
  };
}

function limited(columns: string, name: string, rows: number, dialect: Dialect): string {
  if (dialect === 'sqlserver') return `select top (${rows}) ${columns} from ${name}`;
  if (dialect === 'oracle') return `select ${columns} from ${name} fetch first ${rows} rows only`;
  return `select ${columns} from ${name} limit ${rows}`;
}

function quoteFor(dialect: Dialect): (name: string) => string {
  if (dialect === 'mysql' || dialect === 'mariadb') return (name) => `\`${name.replaceAll('`', '``')}\``;
  if (dialect === 'sqlserver') return (name) => `[${name.replaceAll(']', ']]')}]`;
  return (name) => `"${name.replaceAll('"', '""')}"`;
}

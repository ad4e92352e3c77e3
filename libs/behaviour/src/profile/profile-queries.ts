import type { Dialect, TableSchema } from '@assay/contracts';
import { firstRows, quoteIdentifier, quoteName } from '@assay/sql';

/** Rows that a profile reads of a table. */
const SAMPLE_ROWS = 2000;
/** Rows that are counted: of a larger table it is enough to know that it is larger. */
const MOST_COUNTED = 100_000;

/** The statements that profile a table. */
export function profileQueries(table: TableSchema, dialect: Dialect): { count: string; sample: string } {
  const quote = (name: string): string => quoteIdentifier(name, dialect);
  const name = quoteName(table, dialect);
  const columns = table.columns.map((column) => quote(column.name)).join(', ');
  const counted = firstRows(dialect, '1 as one', name, MOST_COUNTED);
  return {
    count: `select count(*) from (${counted}) ${quote('counted')}`,
    sample: firstRows(dialect, columns, name, SAMPLE_ROWS),
  };
}

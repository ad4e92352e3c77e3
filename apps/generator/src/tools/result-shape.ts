import { displayType, type Dialect, type ResultTable } from '@assay/contracts';

interface ColumnShape {
  name: string;
  type?: string;
  nulls?: number;
  /** Without null. */
  distinct?: number;
}

export interface ResultShape {
  rowCount: number;
  truncated: boolean;
  columns: ColumnShape[];
  note: string;
}

export function shapeOfTable({ columns, rows, rowCount, truncated }: ResultTable): ResultShape {
  return {
    rowCount,
    truncated,
    columns: columns.map(({ name, type }, index) => {
      const given = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
      const distinct = new Set(given.map((cell) => JSON.stringify(cell))).size;
      return { name, type: displayType(type, false), nulls: rows.length - given.length, distinct };
    }),
    note: 'The values of this database are withheld; counts are of the rows that were looked at.',
  };
}

/** Row count, column names and types. Counts of NULL and distinct values could reveal values. */
export function shapeOfQuery({ columns, rowCount, truncated }: ResultTable, dialect: Dialect): ResultShape {
  return {
    rowCount,
    truncated,
    columns: columns.map(({ name, type }) =>
      dialect === 'sqlite' ? { name } : { name, type: displayType(type, false) },
    ),
    note: 'The values of this database are withheld; the number of rows is of those that were looked at.',
  };
}

import { shownType, type Dialect, type ResultTable } from '@assay/contracts';

/** What a model may see of a column whose values are withheld. */
interface ColumnShape {
  name: string;
  type?: string;
  nulls?: number;
  /** Distinct values, null left out. */
  distinct?: number;
}

/** A result without its values. */
export interface ResultShape {
  rowCount: number;
  /** True when there are more rows than were looked at. */
  truncated: boolean;
  columns: ColumnShape[];
  note: string;
}

/** The rows of a table as a model may see them where rows are withheld. */
export function shapeOfTable({ columns, rows, rowCount, truncated }: ResultTable): ResultShape {
  return {
    rowCount,
    truncated,
    columns: columns.map(({ name, type }, index) => {
      const given = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
      const distinct = new Set(given.map((cell) => JSON.stringify(cell))).size;
      return { name, type: shownType(type, false), nulls: rows.length - given.length, distinct };
    }),
    note: 'The values of this database are withheld; counts are of the rows that were looked at.',
  };
}

/**
 * The result of a model's own statement where rows are withheld. Lengths and counts of computed columns, and SQLite's
 * types of them, can spell out a value: only the number of rows is shown.
 */
export function shapeOfQuery({ columns, rowCount, truncated }: ResultTable, dialect: Dialect): ResultShape {
  return {
    rowCount,
    truncated,
    columns: columns.map(({ name, type }) =>
      dialect === 'sqlite' ? { name } : { name, type: shownType(type, false) },
    ),
    note: 'The values of this database are withheld; the number of rows is of those that were looked at.',
  };
}

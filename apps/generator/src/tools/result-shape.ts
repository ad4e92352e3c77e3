import type { Cell, ResultTable } from '@assay/contracts';

/** What may be said of a column whose values are withheld. */
export interface ColumnShape {
  name: string;
  type: string;
  nulls: number;
  /** Distinct values, null left out. */
  distinct: number;
  /** Characters of the shortest and the longest value as text; left out where there is none. */
  shortest?: number;
  longest?: number;
}

/** A result without its values: counts, types and lengths. */
export interface ResultShape {
  rowCount: number;
  /** True when there are more rows than were looked at. */
  truncated: boolean;
  columns: ColumnShape[];
  note: string;
}

/** A result as a model may see it where rows are withheld. */
export function shapeOf({ columns, rows, rowCount, truncated }: ResultTable): ResultShape {
  return {
    rowCount,
    truncated,
    columns: columns.map(({ name, type }, index) => {
      const given = rows.map((row) => row[index] ?? null).filter((cell) => cell !== null);
      const texts = given.map(asText);
      const lengths = texts.map((text) => text.length);
      const span = lengths.length === 0 ? {} : { shortest: Math.min(...lengths), longest: Math.max(...lengths) };
      return { name, type, nulls: rows.length - given.length, distinct: new Set(texts).size, ...span };
    }),
    note: 'The values of this database are withheld; counts and lengths are of the rows that were looked at.',
  };
}

function asText(cell: Exclude<Cell, null>): string {
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

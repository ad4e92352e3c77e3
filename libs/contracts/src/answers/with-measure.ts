import type { RowsPage } from './question.js';

/** Rows as people see them: what a superlative ranks by is the last column. */
export function withMeasure({ columns, rows, measure }: RowsPage): Pick<RowsPage, 'columns' | 'rows'> {
  if (measure === undefined) return { columns, rows };
  const { column, values } = measure;
  return {
    columns: [...columns, { ...column, name: `by ${column.name}` }],
    rows: rows.map((row, index) => [...row, values[index] ?? null]),
  };
}

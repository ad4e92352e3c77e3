import { spreadsheetText, type Cell, type RowsPage } from '@assay/contracts';

export function asTsv({ columns, rows }: Pick<RowsPage, 'columns' | 'rows'>): string {
  return [
    columns.map(({ name }) => cellText(name)),
    ...rows.map((row) => row.map((cell, at) => cellText(cell, columns[at]?.type))),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

function cellText(cell: Cell, type?: string): string {
  const text = cell === null ? '' : spreadsheetText(cell, type);
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import { spreadsheetText, type Cell, type RowsPage } from '@assay/contracts';

export function asTsv({ columns, rows }: Pick<RowsPage, 'columns' | 'rows'>): string {
  return [columns.map(({ name }) => cellText(name)), ...rows.map((row) => row.map(cellText))]
    .map((cells) => cells.join('\t'))
    .join('\n');
}

function cellText(cell: Cell): string {
  const text = cell === null ? '' : spreadsheetText(cell);
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

import type { Cell, ResultColumn, RowsPage } from '@assay/contracts';
import type { ReactElement } from 'react';
import { cellText } from '../../design/cell-text.js';

interface SingleValueProps {
  column: ResultColumn;
  cell: Cell;
  measure?: RowsPage['measure'];
}

export function SingleValue({ column, cell, measure }: SingleValueProps): ReactElement {
  return (
    <p className="single-value">
      <span className="small soft">{column.name}</span>{' '}
      <span className="single-value-figure numeric">{textOf(cell, column)}</span>{' '}
      {measure !== undefined && (
        <span className="soft numeric">
          by {measure.column.name}: {textOf(measure.values[0] ?? null, measure.column)}
        </span>
      )}
    </p>
  );
}

function textOf(cell: Cell, column: ResultColumn): string {
  return cell === null ? 'NULL' : cellText(cell, column);
}

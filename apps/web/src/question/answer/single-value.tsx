import type { Cell, ResultColumn } from '@assay/contracts';
import type { ReactElement } from 'react';
import { cellText } from '../../design/cell-text.js';

export function SingleValue({ column, cell }: { column: ResultColumn; cell: Cell }): ReactElement {
  return (
    <p className="single-value">
      <span className="small soft">{column.name}</span>{' '}
      <span className="single-value-figure numeric">{cell === null ? 'NULL' : cellText(cell, column)}</span>
    </p>
  );
}

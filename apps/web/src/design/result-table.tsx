import { typeWord } from '@assay/client';
import type { Cell, ResultColumn } from '@assay/contracts';
import type { ReactElement } from 'react';
import { cellText, isNumberColumn, periodText } from './cell-text.js';
import type { RowOrder } from './sort-rows.js';
import './result-table.css';

interface ResultTableProps {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Of the whole result; null: not known. Default: `rows`. */
  all?: Cell[][] | null;
  firstRow?: number;
  marked?: { rows: ReadonlySet<number>; as: string };
  /** For screen readers. */
  label?: string;
  order?: RowOrder | null;
  /** Absent for incomplete rows. */
  onOrder?: (order: RowOrder | null) => void;
}

export function ResultTable(props: ResultTableProps): ReactElement {
  const { columns, rows, all = rows, firstRow, marked, label = 'Rows', order = null, onOrder } = props;
  const periods = columns.map((column, index) =>
    periodText(
      column,
      (all ?? []).map((row) => row[index] ?? null),
    ),
  );
  return (
    <div className="table-frame" role="group" aria-label={label} tabIndex={0}>
      <table className="table result-table">
        <thead>
          <tr>
            {marked !== undefined && (
              <th>
                <span className="visually-hidden">Differs</span>
              </th>
            )}
            {firstRow !== undefined && (
              <th className="number result-row-number">
                <span className="visually-hidden">Row</span>#
              </th>
            )}
            {columns.map((column, index) => (
              <ColumnHead key={index} column={column} index={index} order={order} onOrder={onOrder} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={rowIndex} className={marked?.rows.has(rowIndex) ? 'result-marked' : undefined}>
              {marked !== undefined && <td>{marked.rows.has(rowIndex) && <MarkedRow as={marked.as} />}</td>}
              {firstRow !== undefined && <td className="number faint">{firstRow + rowIndex}</td>}
              {columns.map((column, index) => (
                <td key={index} className={isNumberColumn(column) ? 'number' : undefined}>
                  <CellText cell={row[index] ?? null} column={column} period={periods[index] ?? null} />
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + 1} className="soft">
                No rows.
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function MarkedRow({ as }: { as: string }): ReactElement {
  return (
    <span title={as}>
      <span aria-hidden="true">▸</span>
      <span className="visually-hidden">{as}</span>
    </span>
  );
}

interface ColumnHeadProps {
  column: ResultColumn;
  index: number;
  order: RowOrder | null;
  onOrder: ResultTableProps['onOrder'];
}

function ColumnHead({ column, index, order, onOrder }: ColumnHeadProps): ReactElement {
  const className = isNumberColumn(column) ? 'number' : undefined;
  const title = (
    <>
      {column.name}{' '}
      <span className="result-type" title={column.type}>
        {typeWord(column.type)}
      </span>
    </>
  );
  if (onOrder === undefined) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  }
  const own = order?.column === index ? order : null;
  const next =
    own === null ? { column: index, descending: false } : own.descending ? null : { ...own, descending: true };
  const sorted = own === null ? undefined : own.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={sorted}>
      <button type="button" className="result-sort" title="Sort" onClick={() => onOrder(next)}>
        {title}
        <span aria-hidden="true">{own === null ? '' : own.descending ? ' ↓' : ' ↑'}</span>
      </button>
    </th>
  );
}

interface CellProps {
  cell: Cell;
  column: ResultColumn;
  period: ReturnType<typeof periodText>;
}

function CellText({ cell, column, period }: CellProps): ReactElement {
  if (cell === null) return <span className="result-null">NULL</span>;
  if (typeof cell === 'object') return <code>{JSON.stringify(cell)}</code>;
  const value = String(cell);
  const text = period === null ? cellText(cell, column) : period(value);
  return text === value ? <>{text}</> : <span title={value}>{text}</span>;
}

import type { Cell, ResultColumn } from '@assay/contracts';
import type { ReactElement } from 'react';
import './result-table.css';

interface ResultTableProps {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Number of the first row; left out, rows are not numbered. */
  firstRow?: number;
}

const NUMBER_TYPE = /int|numeric|decimal|float|double|real|number|money|serial/i;

/** Rows of a database: names and types of columns, numbers to the right, NULL told from an empty text. */
export function ResultTable({ columns, rows, firstRow }: ResultTableProps): ReactElement {
  const isNumber = columns.map(({ type }) => NUMBER_TYPE.test(type) && !/interval|point/i.test(type));
  return (
    <div className="table-frame" role="group" aria-label="Rows" tabIndex={0}>
      <table className="table result-table">
        <thead>
          <tr>
            {firstRow !== undefined && (
              <th className="number">
                <span className="visually-hidden">Row</span>#
              </th>
            )}
            {columns.map(({ name, type }, index) => (
              <th key={index} scope="col" className={isNumber[index] ? 'number' : undefined}>
                {name} <span className="result-type">{type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {firstRow !== undefined && <td className="number faint">{firstRow + rowIndex}</td>}
              {row.map((cell, index) => (
                <td key={index} className={isNumber[index] ? 'number' : undefined}>
                  <CellText cell={cell} />
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

function CellText({ cell }: { cell: Cell }): ReactElement {
  if (cell === null) return <span className="result-null">NULL</span>;
  if (typeof cell === 'object') return <code>{JSON.stringify(cell)}</code>;
  return <>{String(cell)}</>;
}

import { count, formatNumber, typeWord } from '@assay/client';
import type { WorkspaceFilesView } from '@assay/contracts';
import type { ReactElement } from 'react';
import './files.css';

export function FilesTables({ files }: { files: WorkspaceFilesView }): ReactElement {
  const { tables, findings, goldSqlsSetAside } = files;
  const notes =
    goldSqlsSetAside === 0
      ? findings
      : [...findings, `Set aside, as the tables changed: ${count(goldSqlsSetAside, 'gold SQL')}`];
  return (
    <div className="stack-tight">
      {tables.length > 0 && (
        <div className="table-frame files-tables" role="group" aria-label="Tables of the files" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Table</th>
                <th scope="col">Rows</th>
                <th scope="col">Columns</th>
              </tr>
            </thead>
            <tbody>
              {tables.map(({ name, rows, columns }) => (
                <tr key={name}>
                  <th scope="row" className="mono">
                    {name}
                  </th>
                  <td className="numeric">{rows === null ? '' : formatNumber(rows)}</td>
                  <td className="small">
                    {columns.map((column) => `${column.name} (${typeWord(column.type)})`).join(', ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {notes.length > 0 && (
        <ul className="small listed">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { count, oneLine, renderTable, typeWord, wrap, type TableView } from '@assay/client';
import type { WorkspaceFilesView } from '@assay/contracts';

export function describeFiles(
  { takesUploads, files, tables, findings, goldSqlsSetAside }: WorkspaceFilesView,
  { width, table }: { width: number; table: TableView },
): string[] {
  if (!takesUploads) return ['The workspace is not made of uploaded files.'];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const columns = [{ name: 'table' }, { name: 'rows' }, { name: 'columns' }];
  const rows = tables.map(({ name, rows: known, columns: fields }) => [
    name,
    known === null ? '' : String(known),
    fields.map((column) => `${column.name} ${typeWord(column.type)}`).join(', '),
  ]);
  const notes = [
    ...findings,
    ...(goldSqlsSetAside === 0 ? [] : [`${count(goldSqlsSetAside, 'gold SQL')} not running any more and set aside`]),
  ];
  return [
    `${count(files.length, 'file')}, ${(bytes / 1e6).toFixed(1)} MB`,
    ...(tables.length === 0 ? [] : renderTable(columns, rows, table)),
    ...notes.flatMap((note) => wrap(oneLine(`! ${note}`), width)),
  ];
}

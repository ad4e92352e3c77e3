import { oneLine, renderTable, wrap, type Paint } from '@assay/client';
import type { WorkspaceFilesView } from '@assay/contracts';

/** The files of a workspace for people: the tables that they became, and what could not be read. */
export function describeFiles(
  { takesUploads, files, tables, findings, goldSqlsSetAside }: WorkspaceFilesView,
  { width, paint }: { width: number; paint: Paint },
): string[] {
  if (!takesUploads) return ['The workspace is not made of uploaded files.'];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const columns = [{ name: 'table' }, { name: 'rows' }, { name: 'columns' }];
  const rows = tables.map(({ name, rows: count, columns: told }) => [
    name,
    count === null ? '' : String(count),
    told.map((column) => `${column.name} ${column.type}`).join(', '),
  ]);
  const notes = [
    ...findings,
    ...(goldSqlsSetAside === 0 ? [] : [`${goldSqlsSetAside} gold SQLs do not run any more and are set aside`]),
  ];
  return [
    `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`,
    ...(tables.length === 0 ? [] : renderTable(columns, rows, { width, paint })),
    ...notes.flatMap((note) => wrap(oneLine(`! ${note}`), width)),
  ];
}

import { ApiProblem, typeWord, type AssayClient } from '@assay/client';
import type { TableSchema } from '@assay/contracts';
import type { DataFiles } from './data-files.js';

const SHOWN = 20;

export async function ensureDataWorkspace(
  client: AssayClient,
  { name, database }: DataFiles,
): Promise<{ tables: TableSchema[]; findings: string[] }> {
  const { id, privileges } = await makeOrChange(client, name, database);
  return { tables: (await client.workspaces.schema(id)).schema.tables, findings: privileges.findings };
}

async function makeOrChange(
  client: AssayClient,
  name: string,
  database: DataFiles['database'],
): ReturnType<AssayClient['workspaces']['create']> {
  try {
    return await client.workspaces.create({ name, database });
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
    for await (const workspace of client.workspaces.all()) {
      const isIt = workspace.name.toLowerCase() === name.toLowerCase() && workspace.dialect === database.dialect;
      if (isIt) return client.workspaces.update(workspace.id, { database });
    }
    throw error;
  }
}

export function describeData(
  { path, name }: DataFiles,
  { tables, findings }: { tables: readonly TableSchema[]; findings: readonly string[] },
): string {
  const shown = tables.slice(0, SHOWN).map(({ name: table, rowEstimate, columns }) => {
    const rows = rowEstimate === null ? '' : `, ${rowEstimate} rows`;
    return `  ${table}: ${columns.map((column) => `${column.name} ${typeWord(column.type)}`).join(', ')}${rows}`;
  });
  const rest = tables.length > SHOWN ? [`  … and ${tables.length - SHOWN} more`] : [];
  const lines = [
    `${path} is the workspace "${name}":`,
    ...shown,
    ...rest,
    ...findings.map((finding) => `  ! ${finding}`),
  ];
  return lines.join('\n');
}

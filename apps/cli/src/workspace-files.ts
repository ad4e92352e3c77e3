import type { AssayClient, NamedFile } from '@assay/client';
import { UPLOADS_URL, type WorkspaceFilesView } from '@assay/contracts';
import type { WorkspaceCreate } from '@assay/contracts/requests';
import type { Command } from 'commander';
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { findWorkspace } from './choose-workspace.js';
import type { CliContext } from './cli-context.js';
import { CliProblem } from './cli-problem.js';
import { describeFiles } from './output/describe-files.js';

export const PATIENT_MS = 600_000;

export type WorkspaceFields = Pick<WorkspaceCreate, 'directives' | 'evidence' | 'settings'>;

export function addFileCommands(workspaces: Command, context: CliContext): void {
  workspaces
    .command('files')
    .description('show the files that were uploaded to one, and their tables')
    .argument('<id or name>')
    .option('--json', 'print them as JSON')
    .action(async (idOrName: string, flags: { json?: true }) => {
      const client = context.client();
      show(context, await client.workspaces.files((await findWorkspace(client, idOrName)).id), flags.json ?? false);
    });
  workspaces
    .command('put')
    .description('upload files to one; each takes the place of one of the same name')
    .argument('<id or name>')
    .argument('<files...>')
    .option('--json', 'print what they became as JSON')
    .action(async (idOrName: string, paths: string[], flags: { json?: true }) => {
      const files = await openFiles(paths);
      const client = context.client({ timeoutMs: PATIENT_MS });
      const { id } = await findWorkspace(client, idOrName);
      show(context, await client.workspaces.putFiles(id, files), flags.json ?? false);
    });
  workspaces
    .command('remove-file')
    .description('remove a file from one, with its table')
    .argument('<id or name>')
    .argument('<file>')
    .action(async (idOrName: string, file: string) => {
      const client = context.client({ timeoutMs: PATIENT_MS });
      show(context, await client.workspaces.removeFile((await findWorkspace(client, idOrName)).id, file), false);
    });
}

/** From all files, or none. */
export async function addFiles(
  context: CliContext,
  name: string,
  paths: readonly string[],
  fields: WorkspaceFields,
  json: boolean,
): Promise<void> {
  const files = await openFiles(paths);
  const client = context.client({ timeoutMs: PATIENT_MS });
  const database = { dialect: 'duckdb', url: UPLOADS_URL } as const;
  const { id } = await client.workspaces.create({ name, database, ...fields });
  show(context, await putOrErase(client, id, files), json);
}

async function putOrErase(
  client: AssayClient,
  workspace: string,
  files: readonly NamedFile[],
): Promise<WorkspaceFilesView> {
  try {
    const put = await client.workspaces.putFiles(workspace, files);
    if (put.tables.length === 0) throw new CliProblem(`There is no table to ask about: ${put.findings.join('; ')}.`);
    return put;
  } catch (error) {
    await client.workspaces.remove(workspace).catch(() => undefined);
    throw error;
  }
}

/** The files are read during the upload. */
async function openFiles(paths: readonly string[]): Promise<NamedFile[]> {
  return Promise.all(
    paths.map(async (path) => {
      const found = await stat(path).catch(() => null);
      if (found === null) throw new CliProblem(`There is no file ${path}.`);
      if (!found.isFile()) throw new CliProblem(`${path} is no file; name the files in it, as in ${path}/*.csv.`);
      return { name: basename(path), content: await openAsBlob(path) };
    }),
  );
}

function show(context: CliContext, files: WorkspaceFilesView, json: boolean): void {
  context.show(json, files, () => describeFiles(files, context));
}

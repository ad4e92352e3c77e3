import { count } from '@assay/client';
import type { ExportedRow } from '@assay/persistence';
import { createReadStream, createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CliContext } from './cli-context.js';
import { CliProblem } from './cli-problem.js';

/** `assay migrate --export`: writes workspaces to a file, one row per line. */
export async function exportRecord(context: CliContext, file: string): Promise<void> {
  await onRecord(context, (url) => exportTo(url, file));
  context.print([`Exported to ${file}. Connection strings in it stay encrypted: keep ASSAY_SECRET_KEY.`]);
}

/** `assay migrate --import`: migrates and inserts exported workspaces. */
export async function importRecord(context: CliContext, file: string): Promise<void> {
  const imported = await onRecord(context, (url) => importFrom(url, file));
  context.print([`Imported ${count(imported, 'workspace')}.`]);
}

async function exportTo(url: string, file: string): Promise<void> {
  const { exportWorkspaces } = await import('@assay/persistence');
  const lines = async function* (): AsyncGenerator<string> {
    for await (const row of exportWorkspaces(url)) yield `${JSON.stringify(row)}\n`;
  };
  // Contains key hashes and encrypted connection strings.
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600, flags: 'wx' }));
}

async function importFrom(url: string, file: string): Promise<number> {
  const { importWorkspaces, migrate } = await import('@assay/persistence');
  await migrate(url);
  const rows = async function* (): AsyncGenerator<ExportedRow> {
    for await (const line of createInterface({ input: createReadStream(file) })) yield JSON.parse(line) as ExportedRow;
  };
  return (await importWorkspaces(url, rows())).get('workspaces') ?? 0;
}

async function onRecord<Result>(context: CliContext, work: (url: string) => Promise<Result>): Promise<Result> {
  const { DATABASE_URL: given, ASSAY_DATA_DIR: folder = '.assay' } = context.terminal.env;
  try {
    if (given) return await work(given);
    const { startEmbeddedPostgres } = await import('@assay/runtime/embedded-postgres');
    const server = await startEmbeddedPostgres({ dataDir: resolve(folder, 'postgres'), database: 'assay' });
    try {
      return await work(server.url);
    } finally {
      await server.stop();
    }
  } catch (error) {
    throw new CliProblem(error instanceof Error ? error.message : String(error));
  }
}

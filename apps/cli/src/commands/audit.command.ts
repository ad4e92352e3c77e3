import { oneLine, renderTable, type AssayClient } from '@assay/client';
import type { AuditEntryView } from '@assay/contracts';
import type { Command } from 'commander';
import { naming } from '../choose-workspace.js';
import type { CliContext } from '../cli-context.js';
import { parseCount } from '../options.js';

const SHOWN = 50;

interface AuditFlags {
  workspace?: string;
  limit: number;
  json?: true;
}

export function addAuditCommand(program: Command, context: CliContext): void {
  program
    .command('audit')
    .description('list who asked, read rows, liked and changed what, newest first (admin keys)')
    .option('-w, --workspace <name or id>', 'of one workspace alone')
    .option('-n, --limit <number>', 'list so many at most', parseCount, SHOWN)
    .option('--json', 'print them as JSON')
    .action(async ({ workspace, limit, json }: AuditFlags) => {
      const client = context.client();
      const entries = await naming(client, workspace, newest(client, workspace, limit));
      if (json) context.printJson(entries);
      else context.print(entries.length === 0 ? ['There is none.'] : describe(entries, context));
    });
}

async function newest(client: AssayClient, workspace: string | undefined, limit: number): Promise<AuditEntryView[]> {
  const entries: AuditEntryView[] = [];
  for await (const entry of client.audit.all({ workspace })) {
    if (entries.push(entry) >= limit) break;
  }
  return entries;
}

function describe(entries: AuditEntryView[], { table }: CliContext): string[] {
  const columns = ['when', 'who', 'from', 'did', 'of'].map((name) => ({ name }));
  const rows = entries.map(({ at, actor, address, action, question, workspace }) => [
    at,
    oneLine(actor.name ?? actor.id),
    address ?? '',
    action,
    question ?? workspace ?? '',
  ]);
  return renderTable(columns, rows, table);
}

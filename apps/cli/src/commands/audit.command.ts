import { oneLine } from '@assay/client';
import type { AuditEntryView } from '@assay/contracts';
import type { Command } from 'commander';
import { naming } from '../choose-workspace.js';
import type { CliContext } from '../cli-context.js';
import { parseCount } from '../options.js';
import { take } from '../take.js';

const SHOWN = 50;

interface AuditFlags {
  workspace?: string;
  limit: number;
  json?: true;
}

export function addAuditCommand(program: Command, context: CliContext): void {
  program
    .command('audit')
    .description('list the audit trail, newest first (admin keys)')
    .option('-w, --workspace <name or id>', 'of one workspace alone')
    .option('-n, --limit <number>', 'list at most this many', parseCount, SHOWN)
    .option('--json', 'print them as JSON')
    .action(async ({ workspace, limit, json }: AuditFlags) => {
      const client = context.client();
      const entries = await naming(client, workspace, take(client.audit.all({ workspace }), limit));
      context.show(json, entries, () => describe(entries, context));
    });
}

function describe(entries: AuditEntryView[], context: CliContext): string[] {
  const rows = entries.map(({ at, actor, address, action, question, workspace }) => [
    at,
    oneLine(actor.name ?? actor.id),
    address ?? '',
    action,
    question ?? workspace ?? '',
  ]);
  return context.tableOf(['when', 'who', 'from', 'did', 'of'], rows, 'There is none.');
}

import type { Command } from 'commander';
import { basename } from 'node:path';
import { findWorkspace } from '../choose-workspace.js';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { readText } from '../read-text.js';
import { take } from '../take.js';
import { describeContradictions, describeDrift, describeImport } from '../output/describe-knowledge.js';

interface ImportFlags {
  name?: string;
  dryRun?: true;
  json?: true;
}

export function addKnowledgeCommands(workspaces: Command, context: CliContext): void {
  workspaces
    .command('import')
    .description('import a description of its data: dbt, Ossie, Snowflake, WrenAI MDL, or a glossary')
    .argument('<id or name>')
    .argument('<file>', 'the document; - reads standard input')
    .option('--name <name>', 'name of the document (default: its file); replaces one of the same name')
    .option('--dry-run', 'show what would be imported, and import nothing')
    .option('--json', 'print what was taken as JSON')
    .action(async (idOrName: string, file: string, flags: ImportFlags) => importFile(context, idOrName, file, flags));
  workspaces
    .command('knowledge')
    .description('list what was imported, and terms that contradict each other')
    .argument('<id or name>')
    .option('--json', 'print it as JSON')
    .action(async (idOrName: string, flags: { json?: true }) => list(context, idOrName, flags.json ?? false));
  workspaces
    .command('forget')
    .description('remove an imported document')
    .argument('<id or name>')
    .argument('<document>', 'its id or name')
    .action(async (idOrName: string, document: string) => removeKnowledge(context, idOrName, document));
  workspaces
    .command('drift')
    .description('show what a changed schema has set aside')
    .argument('<id or name>')
    .option('--refresh', 'refresh the schema first')
    .option('--json', 'print it as JSON')
    .action(async (idOrName: string, flags: { refresh?: true; json?: true }) => {
      const client = context.client();
      const { id } = await findWorkspace(client, idOrName);
      if (flags.refresh) await client.workspaces.refreshSchema(id);
      const drift = await client.knowledge.drift(id);
      context.show(flags.json, drift, () => describeDrift(drift, context.width));
    });
}

async function importFile(context: CliContext, idOrName: string, file: string, flags: ImportFlags): Promise<void> {
  const text = file === '-' ? await context.terminal.readInput() : await readText(file);
  const client = context.client();
  const { id } = await findWorkspace(client, idOrName);
  const name = flags.name ?? (file === '-' ? undefined : basename(file));
  const result = await client.knowledge.import(id, text, { name, dryRun: flags.dryRun });
  const view = { width: context.width, dryRun: flags.dryRun ?? false };
  context.show(flags.json, result, () => describeImport(result, view));
}

async function list(context: CliContext, idOrName: string, json: boolean): Promise<void> {
  const client = context.client();
  const { id, name } = await findWorkspace(client, idOrName);
  const documents = await take(client.knowledge.all(id));
  const { contradictions } = await client.knowledge.glossary(id);
  if (json) return context.printJson({ documents, contradictions });
  if (documents.length === 0) {
    return context.print([`Nothing was imported; \`npx assay workspaces import ${name} <file>\` does.`]);
  }
  const rows = documents.map((one) => [one.name, one.format, String(one.taken), String(one.leftOut), one.id]);
  context.print(context.tableOf(['name', 'format', 'in use', 'left out', 'id'], rows));
  context.print(describeContradictions(contradictions, context.width));
}

async function removeKnowledge(context: CliContext, idOrName: string, document: string): Promise<void> {
  const client = context.client();
  const { id } = await findWorkspace(client, idOrName);
  for await (const one of client.knowledge.all(id)) {
    if (one.id !== document && one.name.toLowerCase() !== document.toLowerCase()) continue;
    await client.knowledge.remove(id, one.id);
    return context.print([`Removed ${one.name}.`]);
  }
  throw new CliProblem(`There is no document ${JSON.stringify(document)}.`);
}

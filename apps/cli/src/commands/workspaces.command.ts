import { printable } from '@assay/client';
import { DIALECTS, dialectOfUrl, type SettingsPatch } from '@assay/contracts';
import type { Command } from 'commander';
import { findWorkspace } from '../choose-workspace.js';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { collectSetting, collectText } from '../options.js';
import { describeWorkspace } from '../output/describe-workspace.js';
import { addFileCommands, addFiles, PATIENT_MS, type WorkspaceFields } from '../workspace-files.js';
import { addKnowledgeCommands } from './knowledge.commands.js';
import { take } from '../take.js';
import { parseDialect } from '../workspace-dialect.js';

interface AddFlags {
  url?: string;
  dialect?: ReturnType<typeof parseDialect>;
  acceptPrivileged?: true;
  accept?: string[];
  directives?: string;
  evidence?: string[];
  set?: SettingsPatch;
  json?: true;
}

export function addWorkspacesCommand(program: Command, context: CliContext): void {
  const workspaces = program.command('workspaces').description('the databases that questions are asked of');
  workspaces
    .command('list', { isDefault: true })
    .description('list them')
    .option('--json', 'print them as JSON')
    .action(async (flags: { json?: true }) => list(context, flags.json ?? false));
  workspaces
    .command('add')
    .description('add one')
    .argument('<name>')
    .argument('[files...]', 'files to upload: each becomes a table')
    .option('--url <url>', "the database's url; - reads it from standard input, out of sight of other users")
    .option('--dialect <dialect>', "the database's dialect; otherwise derived from the url", parseDialect)
    .option('--accept-privileged', 'accept a role that may do more than read')
    .option('--accept <name>', 'accept a function, extension or wrapper that the role may use', collectText)
    .option('--directives <text>', 'instructions for every agent')
    .option('-e, --evidence <text>', 'a fact about the database (can be repeated)', collectText)
    .option('--set <name=value>', 'a setting (can be repeated)', collectSetting)
    .option('--json', 'print it as JSON')
    .action(async (name: string, files: string[], flags: AddFlags) => add(context, name, files, flags));
  addFileCommands(workspaces, context);
  workspaces
    .command('show')
    .description('show one')
    .argument('<id or name>')
    .option('--json', 'print it as JSON')
    .action(async (idOrName: string, flags: { json?: true }) => {
      const workspace = await findWorkspace(context.client(), idOrName);
      context.show(flags.json, workspace, () => describeWorkspace(workspace, context.width));
    });
  workspaces
    .command('schema')
    .description('show its database as the agents see it')
    .argument('<id or name>')
    .option('--json', 'print it as JSON')
    .action(async (idOrName: string, flags: { json?: true }) => {
      const client = context.client();
      const schema = await client.workspaces.schema((await findWorkspace(client, idOrName)).id);
      context.show(flags.json, schema, ({ mSchema }) => [printable(mSchema).trimEnd()]);
    });
  addKnowledgeCommands(workspaces, context);
  workspaces
    .command('comments')
    .description('list comments on wrong answers that have no corrected SQL yet')
    .argument('<id or name>')
    .option('--json', 'print them as JSON')
    .action(async (idOrName: string, flags: { json?: true }) => listComments(context, idOrName, flags.json ?? false));
  workspaces
    .command('remove')
    .description('remove one: cancels its questions and erases their records')
    .argument('<id or name>')
    .option('-y, --yes', 'do not ask for confirmation')
    .action(async (idOrName: string, flags: { yes?: true }) => remove(context, idOrName, flags.yes ?? false));
}

async function list(context: CliContext, json: boolean): Promise<void> {
  const workspaces = await take(context.client().workspaces.all());
  const rows = workspaces.map(({ name, dialect, id }) => [name, dialect, id]);
  const empty = 'There are no workspaces; `npx assay workspaces add` adds one.';
  context.show(json, workspaces, () => context.tableOf(['name', 'dialect', 'id'], rows, empty));
}

async function add(context: CliContext, name: string, files: readonly string[], flags: AddFlags): Promise<void> {
  if (files.length > 0 && flags.url !== undefined) throw new CliProblem('Give either --url or files, not both.');
  if (files.length > 0) return addFiles(context, name, files, fieldsOf(flags), flags.json ?? false);
  if (flags.url === undefined) throw new CliProblem('Give --url, or files to upload.');
  const url = (flags.url === '-' ? await context.terminal.readInput() : flags.url).trim();
  const dialect = flags.dialect ?? dialectOfUrl(url);
  if (dialect === null) {
    const known = DIALECTS.join(', ');
    throw new CliProblem(`The url does not show the dialect; name it with --dialect, one of ${known}.`);
  }
  const { acceptPrivileged, accept } = flags;
  const workspace = await context
    .client({ timeoutMs: PATIENT_MS })
    .workspaces.create({ name, database: { dialect, url, acceptPrivileged, accept }, ...fieldsOf(flags) });
  context.show(flags.json, workspace, () => describeWorkspace(workspace, context.width));
}

function fieldsOf({ directives, evidence, set }: AddFlags): WorkspaceFields {
  return { directives, evidence, settings: set };
}

async function remove(context: CliContext, idOrName: string, certain: boolean): Promise<void> {
  const client = context.client();
  const { id, name } = await findWorkspace(client, idOrName);
  const agreed = certain || (await context.terminal.confirm(`Remove ${name} with all its questions?`));
  if (agreed === null) throw new CliProblem('Not a terminal: use --yes to remove without confirmation.');
  if (!agreed) return context.print(['Nothing was removed.']);
  await client.workspaces.remove(id);
  context.print([`Removed ${name}.`]);
}

async function listComments(context: CliContext, idOrName: string, json: boolean): Promise<void> {
  const client = context.client();
  const { id } = await findWorkspace(client, idOrName);
  const comments = await take(client.workspaces.comments(id));
  const rows = comments.map(({ question, comment, asked }) => [question, comment, asked]);
  context.show(json, comments, () => context.tableOf(['question', 'comment', 'asked'], rows));
}

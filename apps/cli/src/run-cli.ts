import { sizeOr } from '@assay/client';
import { Command, CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { CliContext, DEFAULT_URL, USUAL_WIDTH } from './cli-context.js';
import { addAskCommand } from './commands/ask.command.js';
import { addAuditCommand } from './commands/audit.command.js';
import { addCancelCommand } from './commands/cancel.command.js';
import { addCorrectCommand } from './commands/correct.command.js';
import { addSettleCommand } from './commands/settle.command.js';
import { addEvalCommand } from './commands/eval.command.js';
import { addFollowCommand } from './commands/follow.command.js';
import { addLikeCommand } from './commands/like.command.js';
import { addMcpCommand } from './commands/mcp.command.js';
import { addMigrateCommand } from './commands/migrate.command.js';
import { addPeopleCommand } from './commands/people.command.js';
import { addQuestionsCommand } from './commands/questions.command.js';
import { addQueuesCommand } from './commands/queues.command.js';
import { addRecordCommand } from './commands/record.command.js';
import { addReplayCommand } from './commands/replay.command.js';
import { addStoryCommand } from './commands/story.command.js';
import { addWorkspacesCommand } from './commands/workspaces.command.js';
import { EXIT_ERROR, EXIT_INTERRUPTED } from './exit-codes.js';
import { Interrupted } from './interrupted.js';
import { describeProblem } from './output/describe-problem.js';
import type { Terminal } from './terminal.js';

const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const ENVIRONMENT = `
Environment:
  ASSAY_URL        where Assay is (default ${DEFAULT_URL})
  ASSAY_API_KEY    the key to ask it with
  ASSAY_WORKSPACE  the workspace that \`ask\` takes where none is named
  DATABASE_URL     Assay's own Postgres, for \`migrate\`
  NO_COLOR         set: no colour

Exit codes: 0 GOLD, SILVER or a story chosen, 2 FAILED, none chosen or below --min-ex, 1 anything else, 130 left with Ctrl-C.`;

const COMMANDS = [
  addAskCommand,
  addFollowCommand,
  addRecordCommand,
  addLikeCommand,
  addCorrectCommand,
  addSettleCommand,
  addQuestionsCommand,
  addCancelCommand,
  addReplayCommand,
  addEvalCommand,
  addStoryCommand,
  addWorkspacesCommand,
  addQueuesCommand,
  addAuditCommand,
  addPeopleCommand,
  addMcpCommand,
  addMigrateCommand,
];

/**
 * Never rejects.
 * @returns the exit code
 */
export async function runCli(args: string[], terminal: Terminal): Promise<number> {
  const context = new CliContext(terminal);
  try {
    await program(context).parseAsync(args, { from: 'user' });
    return context.exitCode;
  } catch (error) {
    // Commander has printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_ERROR;
    terminal.stderr.write(`error: ${describeProblem(error).join('\n')}\n`);
    return error instanceof Interrupted ? EXIT_INTERRUPTED : EXIT_ERROR;
  }
}

/** The command line without its run. */
export function program(context: CliContext): Command {
  const { stdout, stderr } = context.terminal;
  const root = new Command('assay')
    .description('Asks questions in natural language, and gets SQL that has been tested.')
    .addHelpText('after', ENVIRONMENT)
    .version(VERSION)
    .showHelpAfterError('(see `npx assay --help`)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) => write(inPlainWords(text)),
      getOutHelpWidth: () => context.width,
      getErrHelpWidth: () => sizeOr(stderr.columns, USUAL_WIDTH),
    });
  for (const add of COMMANDS) add(root, context);
  for (const command of root.commands) nameHelpOption(command, 'assay');
  return root;
}

function nameHelpOption(command: Command, parent: string): void {
  const path = `${parent} ${command.name()}`;
  command.showHelpAfterError(`(see \`npx ${path} --help\`)`);
  for (const subcommand of command.commands) nameHelpOption(subcommand, path);
}

/** Shortens commander's messages: `error: <question> abc: It is not an id.` */
function inPlainWords(error: string): string {
  return error
    .replace(/^error: command-argument value '([^]*)' is invalid for argument '(.*?)'\. /, 'error: <$2> $1: ')
    .replace(/^error: option '(.*?)' argument '([^]*)' is invalid\. /, 'error: $1 $2: ');
}

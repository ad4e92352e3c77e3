import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { evaluateWorkspace } from '../eval/evaluate-workspace.js';
import { parseJudge, parseNames, parsePositive, type EvalFlags } from '../eval/eval-flags.js';
import { collectSetting, parseLevel, parsePercent } from '../options.js';

export function addEvalCommand(program: Command, context: CliContext): void {
  program
    .command('eval')
    .description(
      'ask questions with gold SQL, those of a workspace or of a folder, and report how many answers are right',
    )
    .argument(
      '<workspace or folder>',
      'a workspace, by id or name; or a folder with questions.json, and a SQLite file or SQL dump for each of its databases',
    )
    .option('--repeats <count>', 'of a workspace: how often each gold SQL is asked (default 3)', parsePositive)
    .option('--history', 'of a workspace: list its evaluations, and what has changed since; ask nothing')
    .option('--json', 'of a workspace: print the evaluation as JSON')
    .option('--candidates <file>', 'a pool of candidates instead of the generator')
    .option(
      '--judge <judge>',
      'model: the service at ASSAY_URL; none: the vote of a pool; clusters: the vote and features of the results; simulated: judges of known reliability; recorded: a folder with the records of a run, decided again by the rules of today',
      parseJudge,
      'model',
    )
    .option('--variants <folder>', 'with a pool: <db>/*.sqlite, further databases on which answers are measured')
    .option('--systems <names>', 'systems of the pool, comma-separated', parseNames)
    .option('--pool-port <port>', 'with a pool and --judge model: where Assay finds the pool', parsePositive, 3981)
    .option('--record <file>', 'with --judge model: write every call of the model, and its answer, into a file')
    .option('--replay <file>', 'with --judge model: answer calls of the model from such a file, and ask no model')
    .option('--databases <names>', 'databases to ask about, comma-separated', parseNames)
    .option('--limit <count>', 'ask only this many questions', parsePositive)
    .option('--min-ex <percent>', 'exit with 2 if fewer answers are right', parsePercent)
    .option('--out <folder>', 'where report and progress go (default .assay/eval/<folder>-<judge>)')
    .option('--fresh', 'start over instead of continuing')
    .option('--concurrency <count>', 'questions at a time', parsePositive, 4)
    .option('-l, --level <level>', 'models to begin with: fast, strong or strongest', parseLevel)
    .option('--set <name=value>', 'a setting for every question (can be repeated)', collectSetting)
    .action(async (subject: string, flags: EvalFlags) => {
      if (!isFolder(subject)) return evaluateWorkspace(context, subject, flags);
      // Drivers and guard are slow to load, and the installed package leaves them out.
      const { runEval } = await import('../eval/run-eval.js').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
        throw new CliProblem('A folder can only be evaluated in a clone of the repository.');
      });
      await runEval(context, subject, flags);
    });
}

/** A path counts as a folder even if missing, for a better error message. */
function isFolder(subject: string): boolean {
  return existsSync(subject) || /[/\\]/.test(subject);
}

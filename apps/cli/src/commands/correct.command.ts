import type { Id } from '@assay/contracts';
import { contradictionOf } from '@assay/client';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { parseId } from '../options.js';

export function addCorrectCommand(program: Command, context: CliContext): void {
  program
    .command('correct')
    .description('mark an answer as wrong, with a comment or the right SQL')
    .argument('<question>', 'id of the question', parseId)
    .option('--sql <statement>', 'the right SQL; it is run and becomes a gold SQL')
    .option('--comment <text>', 'what is wrong, for the curators of the workspace')
    .option('--json', 'print the correction as JSON')
    .action(async (question: Id, { json, ...correction }: { sql?: string; comment?: string; json?: true }) => {
      if (correction.sql === undefined && correction.comment === undefined)
        throw new CliProblem('Say what is wrong with --comment, or what is right with --sql.');
      const kept = await context.client().questions.correct(question, correction);
      context.show(json, kept, ({ goldSql, contradicts }) => [
        goldSql === null ? 'Kept as a comment.' : `Kept as gold SQL ${goldSql}.`,
        ...contradictionOf(contradicts),
      ]);
    });
}

import type { Id } from '@assay/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { followQuestion } from '../follow-question.js';
import { csvOption, parseCount, parseId } from '../options.js';

interface FollowFlags {
  rows: number;
  json?: boolean;
  csv?: boolean;
}

export function addFollowCommand(program: Command, context: CliContext): void {
  program
    .command('follow')
    .description('follow a question from its beginning to its end, and show the answer')
    .argument('<question>', 'id of the question', parseId)
    .option('--rows <count>', 'rows of the result to show', parseCount, 10)
    .option('--json', 'print only the record')
    .addOption(csvOption('json'))
    .action(async (question: Id, { json = false, csv = false, rows }: FollowFlags) => {
      // Fails fast: the event stream would retry.
      await context.client().questions.get(question);
      await followQuestion(context, question, { json, csv, rows, onInterrupt: 'leave' });
    });
}

import type { Id } from '@assay/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { followQuestion } from '../follow-question.js';
import { parseCount, parseId } from '../options.js';

/** `assay follow`: a question from its first event to its end. */
export function addFollowCommand(program: Command, context: CliContext): void {
  program
    .command('follow')
    .description('follow a question from its beginning to its end, and show the answer')
    .argument('<question>', 'id of the question', parseId)
    .option('--rows <count>', 'rows of the result to show', parseCount, 10)
    .option('--json', 'print the record, and nothing else')
    .action(async (question: Id, flags: { rows: number; json?: true }) => {
      // Asked first, because a stream that cannot be opened is tried for a while.
      await context.client().questions.get(question);
      await followQuestion(context, question, { json: flags.json ?? false, rows: flags.rows, onInterrupt: 'leave' });
    });
}

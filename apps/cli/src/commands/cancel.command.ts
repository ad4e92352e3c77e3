import type { Id } from '@assay/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { parseId } from '../options.js';

export function addCancelCommand(program: Command, context: CliContext): void {
  program
    .command('cancel')
    .description('cancel a question')
    .argument('<question>', 'id of the question', parseId)
    .action(async (question: Id) => {
      await context.client().questions.cancel(question);
      context.print(['Cancelling.']);
    });
}

import type { Id } from '@assay/contracts';
import { contradictionOf } from '@assay/client';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { parseId } from '../options.js';

export function addLikeCommand(program: Command, context: CliContext): void {
  program
    .command('like')
    .description("save a question's answer as a gold SQL, an example for later questions")
    .argument('<question>', 'id of the question', parseId)
    .option('--json', 'print the gold SQL as JSON')
    .action(async (question: Id, flags: { json?: true }) => {
      const { goldSql, created } = await context.client().questions.like(question);
      context.show(flags.json, goldSql, ({ id, contradicts }) => [
        created ? `Kept as gold SQL ${id}.` : `It was liked before: gold SQL ${id}.`,
        ...contradictionOf(contradicts),
      ]);
    });
}

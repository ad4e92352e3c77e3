import type { Id } from '@assay/contracts';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';

export function addPeopleCommand(program: Command, context: CliContext): void {
  const people = program.command('people').description('export or erase what is kept of one person (admin keys)');
  people
    .command('export')
    .description('print it as JSON')
    .argument('<person>', 'id of the person, as in the audit trail')
    .action(async (person: Id) => context.printJson(await context.client().people.export(person)));
  people
    .command('erase')
    .description('permanently erase questions, story evaluations, comments and sessions')
    .argument('<person>', 'id of the person, as in the audit trail')
    .action(async (person: Id) => {
      await context.client().people.erase(person);
      context.print(['Erased. The audit trail keeps its entries until their retention.']);
    });
}

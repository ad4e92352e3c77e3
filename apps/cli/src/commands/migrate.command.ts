import { count } from '@assay/client';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';

/** `assay migrate`: migrates Assay's own Postgres. */
export function addMigrateCommand(program: Command, context: CliContext): void {
  program
    .command('migrate')
    .description("bring the schema of Assay's own Postgres (DATABASE_URL) up to date")
    .action(async () => {
      const { DATABASE_URL, DATABASE_DIRECT_URL } = context.terminal.env;
      // A lock spans all migrations, so bypass a pooler in transaction mode.
      const url = DATABASE_DIRECT_URL || DATABASE_URL;
      if (!url) {
        throw new CliProblem(
          'DATABASE_URL is not set: it names the Postgres to migrate. (`npm start` migrates its own.)',
        );
      }
      // Loaded on demand: the ORM is slow to load.
      const { migrate } = await import('@assay/persistence');
      const names = await migrate(url).catch((error: unknown) => {
        throw new CliProblem(`The migrations did not run: ${error instanceof Error ? reason(error) : String(error)}`);
      });
      context.print(names.length === 0 ? ['Up to date.'] : [...names, `${count(names.length, 'migration')} run.`]);
    });
}

/** A refused connection may be an AggregateError without a message. */
function reason(error: Error): string {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? inner.message : String(inner);
}

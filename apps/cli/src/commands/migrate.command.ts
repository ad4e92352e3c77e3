import { count } from '@assay/client';
import type { Command } from 'commander';
import type { CliContext } from '../cli-context.js';
import { CliProblem } from '../cli-problem.js';
import { exportRecord, importRecord } from '../export-record.js';

export function addMigrateCommand(program: Command, context: CliContext): void {
  program
    .command('migrate')
    .description("bring the schema of Assay's own Postgres (DATABASE_URL) up to date")
    .option(
      '--export <file>',
      'only write workspaces, gold SQLs, knowledge, files and API keys of any version to a file',
    )
    .option('--import <file>', 'insert what such a file holds')
    .action(async (flags: { export?: string; import?: string }) => {
      if (flags.export !== undefined) return exportRecord(context, flags.export);
      if (flags.import !== undefined) return importRecord(context, flags.import);
      const { DATABASE_URL: url } = context.terminal.env;
      if (!url) {
        throw new CliProblem(
          'DATABASE_URL is not set: it names the Postgres to migrate. (`npm start` migrates its own.)',
        );
      }
      // The ORM is slow to load.
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

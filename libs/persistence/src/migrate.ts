import { PermanentError } from '@assay/contracts';
import { retryWhile } from '@assay/contracts/timing';
import type { QueryRunner } from 'typeorm';

const MIGRATION_LOCK = 4_217_001;
/** Below PostgreSQL's deadlock_timeout of 1 s: a migration usually gives way before a service's statement fails. */
const LOCK_TIMEOUT_MS = 500;
/** Lock timeout, deadlock. */
const CONTENDED = new Set(['55P03', '40P01']);
const CONTENDED_FOR_MS = 120_000;

/**
 * Safe for concurrent processes and beside working services. Returns the applied migrations.
 * @throws PermanentError RECORD_TOO_OLD
 */
export async function migrate(url: string): Promise<string[]> {
  // no timeout: waits for other processes and large tables
  const pool = { applicationName: 'assay-migrate', max: 2, queryTimeoutMs: 0 };
  // loaded only by processes that migrate
  const [{ DataSource, MigrationExecutor }, { recordOptions }] = await Promise.all([
    import('typeorm'),
    import('./data-source.js'),
  ]);
  const dataSource = await new DataSource(recordOptions(url, pool)).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseOldRecord(runner);
    await runner.query('create schema if not exists assay');
    await runner.query(`set lock_timeout to ${LOCK_TIMEOUT_MS}`);
    const executor = new MigrationExecutor(dataSource, runner);
    executor.transaction = 'each';
    const pending = await executor.getPendingMigrations();
    await retryWhile(() => executor.executePendingMigrations(), {
      mayPass: (error) => CONTENDED.has((error as { code?: string }).code ?? ''),
      forMs: CONTENDED_FOR_MS,
      everyMs: LOCK_TIMEOUT_MS,
    });
    return pending.map((migration) => migration.name);
  } finally {
    await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await runner.release();
    await dataSource.destroy();
  }
}

/** Every migratable database has the first migration. */
async function refuseOldRecord(runner: QueryRunner): Promise<void> {
  const [found] = (await runner.query(`select to_regclass('assay.migrations') as migrations`)) as {
    migrations: string | null;
  }[];
  if (found?.migrations === null) return;
  const { MIGRATIONS } = await import('./migrations/index.js');
  const rows = (await runner.query('select name from assay.migrations')) as { name: string }[];
  if (rows.length === 0 || rows.some(({ name }) => name === MIGRATIONS[0]?.name)) return;
  throw new PermanentError(
    'RECORD_TOO_OLD',
    'This database was made by an earlier version of Assay and cannot be migrated: export its workspaces with ' +
      '"npx assay migrate --export <file>", start with an empty database, and import them with ' +
      '"npx assay migrate --import <file>" (docs/upgrade.md).',
  );
}

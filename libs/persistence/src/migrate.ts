/** Serialises migrations of several processes that start at once. */
const MIGRATION_LOCK = 4_217_001;

/** Brings the schema of Assay's own Postgres up to date; safe to run from many processes. The names of what ran. */
export async function migrate(url: string): Promise<string[]> {
  // it waits for other processes, and for tables as large as they are
  const pool = { applicationName: 'assay-migrate', max: 2, queryTimeoutMs: 0 };
  // loaded by those alone who migrate
  const [{ DataSource }, { recordOptions }] = await Promise.all([import('typeorm'), import('./data-source.js')]);
  const dataSource = await new DataSource(recordOptions(url, pool)).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runner.query('create schema if not exists assay');
    const ran = await dataSource.runMigrations();
    return ran.map((migration) => migration.name);
  } finally {
    await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    await runner.release();
    await dataSource.destroy();
  }
}

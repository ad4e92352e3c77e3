import { InfrastructureError } from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import type { TargetDatabase } from './target-database.js';

/**
 * Judges a statement by what the database holds and runs it, once more by a fresh look where it holds something else by
 * the time that it would run.
 *
 * @param work judges and runs; has to hand the version of the catalog that it is given on to the run
 */
export async function judgeAndRun<Result>(
  database: Pick<TargetDatabase, 'catalog'>,
  work: (catalog: DatabaseCatalog | null) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  try {
    return await work(await database.catalog(signal));
  } catch (error) {
    if (!(error instanceof InfrastructureError) || error.code !== 'TARGET_CATALOG_CHANGED') throw error;
    return work(await database.catalog(signal, { fresh: true }));
  }
}

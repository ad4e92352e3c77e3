import { InfrastructureError } from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import type { TargetDatabase } from './target-database.js';

/**
 * Repeats once with a fresh catalog after `TARGET_CATALOG_CHANGED`.
 * @param work passes the catalog's version on
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

import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = { name: 'erase_runs', text: 'select assay.erase_runs($1)' };

/** Deletes runs with their data. */
export async function eraseRuns(connection: Queryable, runs: readonly Id[]): Promise<void> {
  await connection.query(statement, [runs]);
}

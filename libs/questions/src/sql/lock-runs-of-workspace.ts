import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'workspace_runs',
  text: 'select id from assay.runs where workspace_id = $1 order by id limit $2 for update',
};

/** Locks the oldest runs of a workspace until the transaction ends. */
export async function lockRunsOfWorkspace(connection: Queryable, workspace: Id, limit: number): Promise<Id[]> {
  const rows = await connection.query<{ id: Id }>(statement, [workspace, limit]);
  return rows.map((row) => row.id);
}

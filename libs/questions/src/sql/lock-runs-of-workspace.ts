import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'workspace_runs',
  text: 'select id from assay.runs where workspace_id = $1 order by id limit $2 for update',
};

/** Workspaces differ too much in size for one generic plan. */
const planStatement = {
  name: 'plan_by_values',
  text: `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
};

/** Locks the oldest runs of a workspace for the transaction, planned by values. */
export async function lockRunsOfWorkspace(connection: Queryable, workspace: Id, limit: number): Promise<Id[]> {
  await connection.query(planStatement);
  const rows = await connection.query<{ id: Id }>(statement, [workspace, limit]);
  return rows.map((row) => row.id);
}

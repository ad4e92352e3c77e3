import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = { name: 'erase_workspace_tasks', text: 'delete from assay.tasks where workspace_id = $1' };

/** Deletes the requests to a workspace's database that no run made. */
export async function deleteRequests(connection: Queryable, workspace: Id): Promise<void> {
  await connection.query(statement, [workspace]);
}

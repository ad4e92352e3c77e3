import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = { name: 'delete_workspace', text: 'delete from assay.workspaces where id = $1' };

/** Deletes a workspace without runs and requests. */
export async function deleteWorkspace(connection: Queryable, workspace: Id): Promise<void> {
  await connection.query(statement, [workspace]);
}

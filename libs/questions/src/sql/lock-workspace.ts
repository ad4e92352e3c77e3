import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = { name: 'lock_workspace', text: 'select id from assay.workspaces where id = $1 for update' };

const changeStatement = {
  name: 'lock_workspace_for_change',
  text: 'select id from assay.workspaces where id = $1 for no key update',
};

/** Locks a workspace: no new references until the end of the transaction. */
export async function lockWorkspace(connection: Queryable, workspace: Id): Promise<void> {
  await connection.query(statement, [workspace]);
}

/** Locks a workspace against changes; new questions are still possible. */
export async function lockWorkspaceForChange(connection: Queryable, workspace: Id): Promise<void> {
  await connection.query(changeStatement, [workspace]);
}

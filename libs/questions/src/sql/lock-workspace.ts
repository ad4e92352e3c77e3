import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = { name: 'lock_workspace', text: 'select id from assay.workspaces where id = $1 for update' };

/** Locks a workspace until the transaction ends: nothing new can refer to it meanwhile. */
export async function lockWorkspace(connection: Queryable, workspace: Id): Promise<void> {
  await connection.query(statement, [workspace]);
}

import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'close_workspace',
  // without privileges a workspace is not served any more, so that nothing new begins
  text: `update assay.workspaces set privileges = null, connection = '', updated_at = now() where id = $1`,
};

/** Takes a workspace out of service and removes its secret. */
export async function closeWorkspace(database: Queryable, workspace: Id): Promise<void> {
  await database.query(statement, [workspace]);
}

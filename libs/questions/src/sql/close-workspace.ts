import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** After this time without privileges, its check or erasure is considered dead. */
const LEFT_MINUTES = 5;

const closeStatement = {
  name: 'close_workspace',
  text: `update assay.workspaces set privileges = null, connection = '', updated_at = now() where id = $1`,
};

const leftStatement = {
  name: 'workspaces_left_closed',
  text: `select id from assay.workspaces
     where privileges is null and updated_at < now() - interval '${LEFT_MINUTES} minutes'
     order by updated_at limit $1`,
};

/** Takes a workspace out of service and removes its secret; without privileges no work starts. */
export async function closeWorkspace(database: Queryable, workspace: Id): Promise<void> {
  await database.query(closeStatement, [workspace]);
}

/** Workspaces with an interrupted check or erasure, oldest first. */
export async function workspacesLeftClosed(database: Queryable, limit: number): Promise<Id[]> {
  return (await database.query<{ id: Id }>(leftStatement, [limit])).map(({ id }) => id);
}

import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** After this time without privileges, its check or erasure is considered dead. */
const LEFT_MINUTES = 5;

/** Takes a workspace out of service and removes its secret; without privileges no work starts. */
export const closeWorkspace = prepared<[workspace: Id]>({
  name: 'close_workspace',
  text: `update assay.workspaces set privileges = null, connection = '', updated_at = now() where id = $1`,
}).run;

/** Workspaces with an interrupted check or erasure, oldest first. */
export const workspacesLeftClosed = prepared<[limit: number], { id: Id }>({
  name: 'workspaces_left_closed',
  text: `select id from assay.workspaces
     where privileges is null and updated_at < now() - interval '${LEFT_MINUTES} minutes'
     order by updated_at limit $1`,
}).map(({ id }) => id);

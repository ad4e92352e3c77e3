import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Locks a workspace: no new references until the end of the transaction. */
export const lockWorkspace = prepared<[workspace: Id]>({
  name: 'lock_workspace',
  text: 'select id from assay.workspaces where id = $1 for update',
}).run;

/** New questions are still possible. */
export const lockWorkspaceForChange = prepared<[workspace: Id]>({
  name: 'lock_workspace_for_change',
  text: 'select id from assay.workspaces where id = $1 for no key update',
}).run;

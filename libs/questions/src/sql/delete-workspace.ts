import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Without runs and requests. */
export const deleteWorkspace = prepared<[workspace: Id]>({
  name: 'delete_workspace',
  text: 'delete from assay.workspaces where id = $1',
}).run;

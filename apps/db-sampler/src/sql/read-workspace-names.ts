import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export const readWorkspaceNames = prepared<[ids: readonly Id[]], { name: string }>({
  name: 'read_workspace_names',
  text: 'select name from assay.workspaces where id = any ($1::uuid[])',
}).map(({ name }) => name);

import type { Dialect } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export const readDialects = prepared<[], { dialect: Dialect }>({
  name: 'read_dialects',
  text: 'select distinct dialect from assay.workspaces',
}).map(({ dialect }) => dialect);

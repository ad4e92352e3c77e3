import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export const eraseRuns = prepared<[runs: readonly Id[]]>({
  name: 'erase_runs',
  text: 'select assay.erase_runs($1)',
}).run;

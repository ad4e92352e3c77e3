import type { Id } from '@assay/contracts';
import { prepared } from '../prepared.js';

/** To at least this many seconds from now; no effect if the claim is lost. */
export const extendTask = prepared<[task: Id, claim: Id, seconds: number]>({
  name: 'extend_task',
  text: `update assay.tasks set run_until = greatest(run_until, now() + make_interval(secs => $3::double precision))
     where id = $1 and claim = $2 and status = 'RUNNING'`,
}).run;

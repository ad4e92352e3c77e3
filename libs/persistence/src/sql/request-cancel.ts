import type { Id } from '@assay/contracts';
import { prepared } from '../prepared.js';

/** False if the run has ended. */
export const requestCancel = prepared<[run: Id]>({
  name: 'request_cancel',
  text: `update assay.runs set cancel_requested_at = coalesce(cancel_requested_at, now()), advance_wanted = true,
            revision = revision + 1, advance_published_at = now(), advance_publishes = 0,
            check_at = least(check_at, now() + assay.publish_delay(0))
     where id = $1 and finished_at is null returning id`,
}).any;

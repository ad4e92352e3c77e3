import type { Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

const statement = {
  name: 'request_cancel',
  text: `update assay.runs set cancel_requested_at = coalesce(cancel_requested_at, now()), advance_wanted = true,
            revision = revision + 1, advance_published_at = now(), advance_publishes = 0,
            check_at = least(check_at, now() + assay.publish_delay(0))
     where id = $1 and finished_at is null returning id`,
};

/** Requests the cancellation of a run; false if it has ended. */
export async function requestCancel(database: Queryable, run: Id): Promise<boolean> {
  return (await database.query(statement, [run])).length > 0;
}

import type { Queryable } from '../database.js';

/** How long an idempotency key is kept. */
export const IDEMPOTENCY_HOURS = 24;

const forgetStatement = {
  name: 'forget_idempotency_keys',
  text: `with old as (
       select owner, key from assay.idempotency_keys
       where created_at <= now() - interval '${IDEMPOTENCY_HOURS} hours'
       order by created_at limit $1 for update skip locked
     )
     delete from assay.idempotency_keys k using old where k.owner = old.owner and k.key = old.key returning k.key`,
};

/** Deletes keys whose time is over, a page at a time; how many were deleted. */
export async function forgetIdempotencyKeys(database: Queryable, limit: number): Promise<number> {
  return (await database.query(forgetStatement, [limit])).length;
}

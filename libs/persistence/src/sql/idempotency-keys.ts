import { prepared } from '../prepared.js';

/** How long a repeated key returns its first request. */
export const IDEMPOTENCY_HOURS = 24;

export const deleteIdempotencyKeys = prepared<[limit: number]>({
  name: 'delete_idempotency_keys',
  text: `with old as (
       select owner, key from assay.idempotency_keys
       where created_at <= now() - interval '${IDEMPOTENCY_HOURS} hours'
       order by created_at limit $1 for update skip locked
     )
     delete from assay.idempotency_keys k using old where k.owner = old.owner and k.key = old.key returning k.key`,
}).count;

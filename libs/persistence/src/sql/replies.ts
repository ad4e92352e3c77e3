import type { Id } from '@assay/contracts';
import { prepared } from '../prepared.js';

export interface UnsentReply {
  run: Id;
  product: string;
  replyTo: string;
  /** Replies sent before. */
  replies: number;
}

/** Replies of ended runs whose asker waits at a queue and has not got one, a page. */
export const unsentReplies = prepared<[limit: number], UnsentReply>({
  name: 'unsent_replies',
  text: `select id as run, product, reply_to as "replyTo", replies from assay.runs
     where reply_to is not null and reply_published_at is null and finished_at is not null
     order by id limit $1`,
}).all;

export const replySent = prepared<[run: Id]>({
  name: 'reply_sent',
  text: 'update assay.runs set reply_published_at = now(), replies = replies + 1 where id = $1',
}).run;

/** The asker repeated its request: the first reply may be lost. */
export const requeueReply = prepared<[run: Id]>({
  name: 'requeue_reply',
  text: `update assay.runs set reply_published_at = null
     where id = $1 and reply_to is not null and finished_at is not null and reply_published_at is not null`,
}).run;

/** Null if none or expired. */
export const idempotencyKeyOf = prepared<[run: Id], { key: string }>({
  name: 'idempotency_key_of_run',
  // askers without a key are identified by job, which is not their key
  text: `select key from assay.idempotency_keys
     where run_id = $1 and owner like 'queue:%' and key !~ '^job .* of [0-9]+$' limit 1`,
}).value((row) => row?.key ?? null);

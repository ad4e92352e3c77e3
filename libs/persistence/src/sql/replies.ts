import type { Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

const statement = {
  name: 'owed_replies',
  text: `select id as run, product, reply_to as "replyTo", replies from assay.runs
     where reply_to is not null and reply_published_at is null and finished_at is not null
     order by id limit $1`,
};

export interface UnsentReply {
  run: Id;
  product: string;
  replyTo: string;
  /** Replies sent before. */
  replies: number;
}

/** Finished runs with a pending reply on a queue. */
export async function unsentReplies(database: Queryable, limit: number): Promise<UnsentReply[]> {
  return database.query<UnsentReply>(statement, [limit]);
}

const sentStatement = {
  name: 'reply_sent',
  text: 'update assay.runs set reply_published_at = now(), replies = replies + 1 where id = $1',
};

export async function replySent(database: Queryable, run: Id): Promise<void> {
  await database.query(sentStatement, [run]);
}

const againStatement = {
  name: 'owe_reply_again',
  text: `update assay.runs set reply_published_at = null
     where id = $1 and reply_to is not null and finished_at is not null and reply_published_at is not null`,
};

/** Makes the reply of a finished run pending again: the asker repeated its request, so the first reply may be lost. */
export async function oweReplyAgain(database: Queryable, run: Id): Promise<void> {
  await database.query(againStatement, [run]);
}

const keyStatement = {
  name: 'idempotency_key_of_run',
  // askers without a key are identified by job, which is not their key
  text: `select key from assay.idempotency_keys
     where run_id = $1 and owner like 'queue:%' and key !~ '^job .* of [0-9]+$' limit 1`,
};

/** Idempotency key of a queue request; null if none or expired. */
export async function idempotencyKeyOf(database: Queryable, run: Id): Promise<string | null> {
  const [row] = await database.query<{ key: string }>(keyStatement, [run]);
  return row?.key ?? null;
}

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
  /** How many were sent before. */
  replies: number;
}

/** Finished runs whose asker still waits for a reply on a queue. */
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

/** Owes the reply of a finished run once more: its asker has asked again, so the earlier one may be lost. */
export async function oweReplyAgain(database: Queryable, run: Id): Promise<void> {
  await database.query(againStatement, [run]);
}

const keyStatement = {
  name: 'idempotency_key_of_run',
  // askers on a queue that give none are told apart by their jobs, which is no key of theirs
  text: `select key from assay.idempotency_keys
     where run_id = $1 and owner like 'queue:%' and key !~ '^job .* of [0-9]+$' limit 1`,
};

/** The key that an asker on a queue gave with its question, for as long as it is kept; null where it gave none. */
export async function idempotencyKeyOf(database: Queryable, run: Id): Promise<string | null> {
  const [row] = await database.query<{ key: string }>(keyStatement, [run]);
  return row?.key ?? null;
}

import type { Id, StoryEvaluationStatus } from '@assay/contracts';
import { IDEMPOTENCY_HOURS, type Queryable } from '@assay/persistence';

export interface StoryKey {
  owner: string;
  key: string;
  bodyHash: string;
}

export interface EarlierStory {
  run: Id;
  status: StoryEvaluationStatus;
  bodyHash: string;
}

const claimStatement = {
  name: 'claim_story_key',
  text: `insert into assay.idempotency_keys as k (owner, key, body_hash, run_id) values ($1, $2, $3, $4)
     on conflict (owner, key) do update
       set body_hash = excluded.body_hash, run_id = excluded.run_id, created_at = now()
       where k.created_at <= now() - interval '${IDEMPOTENCY_HOURS} hours'
     returning run_id`,
};

const findStatement = {
  name: 'find_story_key',
  text: `select k.run_id as run, r.status, k.body_hash as "bodyHash"
     from assay.idempotency_keys k join assay.runs r on r.id = k.run_id
     where k.owner = $1 and k.key = $2 and k.created_at > now() - interval '${IDEMPOTENCY_HOURS} hours'`,
};

/** False if taken; waits for concurrent inserts. */
export async function claimStoryKey(
  connection: Queryable,
  { owner, key, bodyHash }: StoryKey,
  run: Id,
): Promise<boolean> {
  return (await connection.query(claimStatement, [owner, key, bodyHash, run])).length > 0;
}

export async function findStoryKey(database: Queryable, { owner, key }: StoryKey): Promise<EarlierStory | null> {
  const [row] = await database.query<EarlierStory>(findStatement, [owner, key]);
  return row ?? null;
}

import type { BlockHash, Id } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { prepared } from '../prepared.js';

interface Block {
  hash: BlockHash;
  content: string;
}

/** A text stored once per workspace under its SHA-256. */
export interface NewBlock extends Block {
  workspace: Id;
}

/**
 * Refresh interval of `used_at`, hours. Processes forget stored texts after the same time, so a used text is marked
 * daily.
 */
export const REFRESH_HOURS = 12;

const insertStatement = {
  name: 'store_blocks',
  // sorted: concurrent calls lock rows in one order
  text: `insert into assay.blocks (workspace_id, hash, content)
     select distinct on (b.workspace, b.hash) b.workspace, b.hash, b.content
     from unnest($1::uuid[], $2::text[], $3::text[]) as b (workspace, hash, content)
     order by b.workspace, b.hash
     on conflict (workspace_id, hash) do update set used_at = now()
       where blocks.used_at < now() - interval '${REFRESH_HOURS} hours'`,
};

/** Marks existing ones as used unless they were within `REFRESH_HOURS`. */
export async function storeBlocks(database: Queryable, blocks: readonly NewBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await database.query(insertStatement, [
    blocks.map((block) => block.workspace),
    blocks.map((block) => block.hash),
    blocks.map((block) => block.content),
  ]);
}

/** Hashes that are not on record are left out. */
export const readBlocks = prepared<[workspace: Id, hashes: readonly BlockHash[]], Block>({
  name: 'read_blocks',
  text: 'select hash, content from assay.blocks where workspace_id = $1 and hash = any ($2)',
}).all;

import type { BlockHash, Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** A content-addressed text. */
interface Block {
  hash: BlockHash;
  content: string;
}

/** A block and whose it is. */
export interface NewBlock extends Block {
  workspace: Id;
}

/**
 * Storing a text again notes it as used, at most once per this many hours. A process that remembers to have stored a
 * text forgets it after as long: what is used was noted less than a day ago.
 */
export const REFRESH_HOURS = 12;

const insertStatement = {
  name: 'store_blocks',
  // in order, so that two that store the same blocks wait for each other and never in a circle
  text: `insert into assay.blocks (workspace_id, hash, content)
     select distinct on (b.workspace, b.hash) b.workspace, b.hash, b.content
     from unnest($1::uuid[], $2::text[], $3::text[]) as b (workspace, hash, content)
     order by b.workspace, b.hash
     on conflict (workspace_id, hash) do update set used_at = now()
       where blocks.used_at < now() - interval '${REFRESH_HOURS} hours'`,
};

/** Stores content-addressed texts; those that are there are noted as used. */
export async function storeBlocks(database: Queryable, blocks: readonly NewBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  await database.query(insertStatement, [
    blocks.map((block) => block.workspace),
    blocks.map((block) => block.hash),
    blocks.map((block) => block.content),
  ]);
}

const readStatement = {
  name: 'read_blocks',
  text: 'select hash, content from assay.blocks where workspace_id = $1 and hash = any ($2)',
};

/** Those of the texts that are on record. */
export async function readBlocks(database: Queryable, workspace: Id, hashes: readonly BlockHash[]): Promise<Block[]> {
  return database.query<Block>(readStatement, [workspace, hashes]);
}

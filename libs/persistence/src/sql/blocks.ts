import type { BlockHash, Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

export interface Block {
  hash: BlockHash;
  content: string;
}

/** A block and whose it is. */
export interface NewBlock extends Block {
  workspace: Id;
}

const insertStatement = {
  name: 'store_blocks',
  // in order, so that two that store the same blocks wait for each other and never in a circle
  text: `insert into assay.blocks (workspace_id, hash, content)
     select b.workspace, b.hash, b.content
     from unnest($1::uuid[], $2::text[], $3::text[]) as b (workspace, hash, content)
     order by b.workspace, b.hash
     on conflict do nothing`,
};

/** Stores content-addressed texts; those that are there stay as they are. */
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

export async function readBlocks(database: Queryable, workspace: Id, hashes: readonly BlockHash[]): Promise<Block[]> {
  return database.query<Block>(readStatement, [workspace, hashes]);
}

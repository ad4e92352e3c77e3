import type { BlockHash, Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

export interface Block {
  hash: BlockHash;
  content: string;
}

const insertStatement = {
  name: 'store_blocks',
  text: `insert into assay.blocks (workspace_id, hash, content)
     select $1, b.hash, b.content from unnest($2::text[], $3::text[]) as b (hash, content)
     on conflict do nothing`,
};

/** Stores content-addressed texts; those that are there stay as they are. */
export async function storeBlocks(database: Queryable, workspace: Id, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0) return;
  await database.query(insertStatement, [
    workspace,
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

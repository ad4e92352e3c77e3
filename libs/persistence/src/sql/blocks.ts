import type { BlockHash, Id } from '@assay/contracts';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Queryable } from '../database.js';

/** A content-addressed text. */
export interface Block {
  hash: BlockHash;
  content: string;
  /**
   * One that differs from it in little, stored no later than it: this one is kept as a difference to that, where that
   * is worth it. A base has no base itself.
   */
  base?: { hash: BlockHash; content: string };
}

/** A block and whose it is. */
export interface NewBlock extends Block {
  workspace: Id;
}

/**
 * A text that is stored again is noted as used, unless that was done less than this many hours ago. Whoever remembers
 * that it has stored a text forgets it after as long: what is used was noted less than a day ago.
 */
export const REFRESH_HOURS = 12;

const insertStatement = {
  name: 'store_blocks',
  // in order, so that two that store the same blocks wait for each other and never in a circle
  text: `insert into assay.blocks (workspace_id, hash, content, base, delta)
     select distinct on (b.workspace, b.hash) b.workspace, b.hash, b.content, b.base, b.delta
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bytea[]) as b (workspace, hash, content, base, delta)
     order by b.workspace, b.hash, b.content is null
     on conflict (workspace_id, hash) do update
       -- a base has its text, even where it was kept as a difference before
       set used_at = now(), content = coalesce(blocks.content, excluded.content),
         -- nobody notes the base of before as used any more
         base = coalesce(excluded.base, blocks.base), delta = coalesce(excluded.delta, blocks.delta)
       where blocks.used_at < now() - interval '${REFRESH_HOURS} hours'
         or blocks.content is null and excluded.content is not null`,
};

/** Stores content-addressed texts; those that are there are noted as used. */
export async function storeBlocks(database: Queryable, blocks: readonly NewBlock[]): Promise<void> {
  if (blocks.length === 0) return;
  const stored = blocks.map(storedForm);
  await database.query(insertStatement, [
    blocks.map((block) => block.workspace),
    blocks.map((block) => block.hash),
    stored.map((form) => form.content),
    stored.map((form) => form.base),
    stored.map((form) => form.delta),
  ]);
}

/** A block as its row has it: a text, or what zstd makes of it with its base for a dictionary. */
type StoredForm = { content: string; base: null; delta: null } | { content: null; base: BlockHash; delta: Buffer };

/** A difference that is larger than this part of its text saves little: the server compresses long texts itself. */
const MOST_OF_TEXT = 3;

/** A third smaller than the fastest level makes them, in the same time. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 4 } };

function storedForm({ content, base }: Block): StoredForm {
  if (base === undefined) return { content, base: null, delta: null };
  const delta = zstdCompressSync(content, { ...LEVEL, dictionary: Buffer.from(base.content) });
  const isWorthIt = delta.length * MOST_OF_TEXT <= content.length;
  return isWorthIt ? { content: null, base: base.hash, delta } : { content, base: null, delta: null };
}

const readStatement = {
  name: 'read_blocks',
  // a difference to what is not there any more is not there either
  text: `select b.hash, coalesce(b.content, base.content) as content, case when b.content is null then b.delta end as delta
     from assay.blocks b
     left join assay.blocks base on base.workspace_id = b.workspace_id and base.hash = b.base
     where b.workspace_id = $1 and b.hash = any ($2) and (b.content is not null or base.content is not null)`,
};

interface Row {
  hash: BlockHash;
  /** The base's where there is a difference to it. */
  content: string;
  delta: Buffer | null;
}

/** Those of the texts that are on record. */
export async function readBlocks(
  database: Queryable,
  workspace: Id,
  hashes: readonly BlockHash[],
): Promise<{ hash: BlockHash; content: string }[]> {
  const rows = await database.query<Row>(readStatement, [workspace, hashes]);
  return rows.map(({ hash, content, delta }) => ({
    hash,
    content:
      delta === null ? content : zstdDecompressSync(delta, { dictionary: Buffer.from(content) }).toString('utf8'),
  }));
}

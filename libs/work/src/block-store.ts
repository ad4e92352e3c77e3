import { PermanentError, type BlockHash, type Id } from '@assay/contracts';
import { readBlocks, REFRESH_HOURS, storeBlocks, type Database, type NewBlock } from '@assay/persistence';
import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { Batcher } from './batcher.js';

/** SHA-256, hex. */
export function hashOf(text: string): BlockHash {
  return createHash('sha256').update(text).digest('hex');
}

export interface SharedText {
  hash: BlockHash;
  content: string;
}

/** Content-addressed texts. Immutable, so each process caches parsed ones. */
export class BlockStore {
  private readonly parsed = new LRUCache<string, object, { workspace: Id; hash: BlockHash }>({
    max: 200,
    // else an eviction rejects the read that it meets
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context: { workspace, hash } }) =>
      JSON.parse(await this.text(workspace, hash)) as object,
  });
  private readonly stored = new LRUCache<string, true, NewBlock>({
    max: 10_000,
    ttl: REFRESH_HOURS * 3_600_000,
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => this.writes.add(context),
  });
  private readonly writes: Batcher<NewBlock, true>;

  constructor(private readonly database: Database) {
    this.writes = new Batcher(async (blocks) => {
      await storeBlocks(this.database, blocks);
      return blocks.map(() => true);
    });
  }

  /** @param whose equal texts of others are other blocks, so that one can be erased */
  async store(workspace: Id, content: string, whose = ''): Promise<BlockHash> {
    const hash = hashOf(whose + content);
    await this.storeAll(workspace, [{ hash, content }]);
    return hash;
  }

  /** Stores texts not yet stored by this process, in groups. */
  async storeAll(workspace: Id, texts: readonly SharedText[]): Promise<void> {
    await Promise.all(
      texts.map((text) => this.stored.fetch(`${workspace}:${text.hash}`, { context: { workspace, ...text } })),
    );
  }

  /** @throws PermanentError BLOCK_MISSING */
  async text(workspace: Id, hash: BlockHash): Promise<string> {
    const [block] = await readBlocks(this.database, workspace, [hash]);
    if (!block) throw new PermanentError('BLOCK_MISSING', `Block ${hash} is not on record.`);
    return block.content;
  }

  /** Do not modify: tasks of the process share it. */
  async json<Content extends object>(workspace: Id, hash: BlockHash): Promise<Content> {
    return (await this.parsed.forceFetch(`${workspace}:${hash}`, { context: { workspace, hash } })) as Content;
  }
}

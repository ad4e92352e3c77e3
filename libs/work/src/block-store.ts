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

/** Content-addressed texts. Immutable, so each process caches them, parsed if JSON, up to a size. */
export class BlockStore {
  private readonly texts = new LRUCache<string, string>({
    maxSize: 16 * 1024 * 1024,
    sizeCalculation: (text) => text.length + 1,
  });
  private readonly parsed = new LRUCache<string, object>({ max: 200 });
  private readonly loading = new Map<string, Promise<string>>();
  private readonly stored = new LRUCache<string, true>({ max: 10_000, ttl: REFRESH_HOURS * 3_600_000 });
  private readonly storing = new Map<string, Promise<void>>();
  private readonly writes: Batcher<NewBlock, undefined>;

  constructor(private readonly database: Database) {
    this.writes = new Batcher(async (blocks) => {
      await storeBlocks(this.database, blocks);
      return blocks.map(() => undefined);
    });
  }

  /** @param whose equal texts of others are other blocks, so that one can be erased */
  async store(workspace: Id, content: string, whose = ''): Promise<BlockHash> {
    const hash = hashOf(whose + content);
    await this.storeOne(workspace, { hash, content });
    return hash;
  }

  /** Stores texts not yet stored by this process, in groups. */
  async storeAll(workspace: Id, texts: readonly SharedText[]): Promise<void> {
    await Promise.all(texts.map((text) => this.storeOne(workspace, text)));
  }

  private async storeOne(workspace: Id, { hash, content }: SharedText): Promise<void> {
    const key = `${workspace}:${hash}`;
    if (this.stored.has(key)) return;
    const storing =
      this.storing.get(key) ??
      this.writes
        .add({ workspace, hash, content })
        .then(() => void this.stored.set(key, true))
        .finally(() => this.storing.delete(key));
    this.storing.set(key, storing);
    await storing;
  }

  /** @throws PermanentError BLOCK_MISSING */
  async text(workspace: Id, hash: BlockHash): Promise<string> {
    const key = `${workspace}:${hash}`;
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const loading = this.loading.get(key) ?? this.load(workspace, hash, key);
    this.loading.set(key, loading);
    return loading;
  }

  /** Do not modify: tasks of the process share it. */
  async json<Content extends object>(workspace: Id, hash: BlockHash): Promise<Content> {
    const key = `${workspace}:${hash}`;
    const known = this.parsed.get(key);
    if (known) return known as Content;
    const content = JSON.parse(await this.text(workspace, hash)) as Content;
    this.parsed.set(key, content);
    return content;
  }

  /** Like `text`, without the cache. */
  async readOnce(workspace: Id, hash: BlockHash): Promise<string> {
    const [block] = await readBlocks(this.database, workspace, [hash]);
    if (!block) throw new PermanentError('BLOCK_MISSING', `Block ${hash} is not on record.`);
    return block.content;
  }

  private async load(workspace: Id, hash: BlockHash, key: string): Promise<string> {
    try {
      const text = await this.readOnce(workspace, hash);
      this.texts.set(key, text);
      return text;
    } finally {
      this.loading.delete(key);
    }
  }
}

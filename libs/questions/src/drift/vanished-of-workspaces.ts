import type { BlockHash, DatabaseSchema, Id } from '@assay/contracts';
import { readBlocks, type Queryable } from '@assay/persistence';
import { VanishedNames } from '@assay/sql';
import { LRUCache } from 'lru-cache';
import type { KnowledgeVersion } from '../sql/knowledge-version.js';
import { readSchemaNames } from '../sql/schema-names.js';

/** Schemas whose vanished names a process keeps. */
const KEPT_SCHEMAS = 200;

/**
 * What the databases of workspaces once had and have no more. Gold SQLs, notes and definitions that name it are set
 * aside: prompts leave them out, and they are back in use when the schema has the names again.
 */
export class VanishedOfWorkspaces {
  private readonly known = new LRUCache<string, VanishedNames>({ max: KEPT_SCHEMAS });

  /** By the snapshot that stands now: what vanished is known as soon as a snapshot without it is. */
  async of(
    database: Queryable,
    workspace: Id,
    hash: BlockHash,
    { names }: Pick<KnowledgeVersion, 'names'>,
  ): Promise<VanishedNames> {
    const key = `${workspace}:${hash}:${names}`;
    const known = this.known.get(key);
    if (known) return known;
    const [block] = await readBlocks(database, workspace, [hash]);
    const seen = await readSchemaNames(database, workspace);
    // a snapshot that was erased meanwhile tells nothing
    const schema = block ? (JSON.parse(block.content) as DatabaseSchema) : null;
    const vanished = new VanishedNames(schema === null ? {} : seen, schema ?? EMPTY);
    if (schema !== null) this.known.set(key, vanished);
    return vanished;
  }
}

const EMPTY: DatabaseSchema = { dialect: 'postgres', name: '', tables: [] };

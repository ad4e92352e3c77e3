import type { BlockHash, DatabaseSchema, Id } from '@assay/contracts';
import { readBlocks, type Queryable } from '@assay/persistence';
import { VanishedNames } from '@assay/sql';
import { LRUCache } from 'lru-cache';
import type { KnowledgeVersion } from '../sql/knowledge-version.js';
import { readSchemaNames } from '../sql/schema-names.js';

const KEPT_SCHEMAS = 200;

/** Names removed from workspace databases. Gold SQLs, notes and definitions with such names are left out of prompts. */
export class VanishedOfWorkspaces {
  private readonly known = new LRUCache<string, VanishedNames>({ max: KEPT_SCHEMAS });

  /** By the current snapshot. */
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
    // the snapshot may have been erased
    const schema = block ? (JSON.parse(block.content) as DatabaseSchema) : null;
    const vanished = new VanishedNames(schema === null ? {} : seen, schema ?? EMPTY);
    if (schema !== null) this.known.set(key, vanished);
    return vanished;
  }
}

const EMPTY: DatabaseSchema = { dialect: 'postgres', name: '', tables: [] };

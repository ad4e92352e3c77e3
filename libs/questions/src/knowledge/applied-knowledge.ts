import type { BlockHash, DatabaseSchema, Id, StoredProfile } from '@assay/contracts';
import {
  applyToProfile,
  applyToSchema,
  Glossary,
  resolveKnowledge,
  type KnowledgeItem,
  type ResolvedKnowledge,
} from '../documents/index.js';
import { readBlocks, REFRESH_HOURS, storeBlocks, type Queryable } from '@assay/persistence';
import { hashOf } from '@assay/work';
import { LRUCache } from 'lru-cache';
import { readDescribedPlaces, readImports, type ImportRow } from '../sql/read-imports.js';
import type { KnowledgeVersion } from '../sql/knowledge-version.js';

/** Workspaces cached per process, with schemas. */
const KEPT = 50;

export interface AppliedDocument extends ResolvedKnowledge, Pick<ImportRow, 'id' | 'name'> {}

/** A workspace's imports as far as they fit a schema. */
export interface AppliedKnowledge {
  documents: AppliedDocument[];
  items: KnowledgeItem[];
  glossary: Glossary;
  /** The schema with imported descriptions; the snapshot itself without any. */
  schema: DatabaseSchema;
}

/** Imports of workspaces, matched against their schemas. Unmatched items are unused until a snapshot matches. */
export class KnowledgeOfWorkspaces {
  private readonly applied = new LRUCache<string, AppliedKnowledge>({ max: KEPT });
  private readonly blocks = new LRUCache<string, BlockHash>({ max: 4 * KEPT, ttl: (REFRESH_HOURS * 3_600_000) / 2 });

  /** Null without imports or snapshot. */
  async of(
    database: Queryable,
    workspace: Id,
    schemaHash: BlockHash,
    { imports }: Pick<KnowledgeVersion, 'imports'>,
  ): Promise<AppliedKnowledge | null> {
    if (imports === null) return null;
    const key = `${workspace}:${schemaHash}:${imports}`;
    const known = this.applied.get(key);
    if (known) return known;
    const [block] = await readBlocks(database, workspace, [schemaHash]);
    if (!block) return null;
    const rows = await readImports(database, workspace);
    const own = await readDescribedPlaces(database, workspace);
    const applied = applyImports(rows, JSON.parse(block.content) as DatabaseSchema, own);
    this.applied.set(key, applied);
    return applied;
  }

  async schemaBlock(
    database: Queryable,
    workspace: Id,
    schemaHash: BlockHash,
    applied: AppliedKnowledge,
  ): Promise<BlockHash> {
    return this.stored(database, workspace, `schema:${schemaHash}`, applied, () => applied.schema);
  }

  /** Null if the profile is gone. */
  async profileBlock(
    database: Queryable,
    workspace: Id,
    profileHash: BlockHash,
    applied: AppliedKnowledge,
  ): Promise<BlockHash | null> {
    return this.stored(database, workspace, `profile:${profileHash}`, applied, async () => {
      const [block] = await readBlocks(database, workspace, [profileHash]);
      if (!block) return null;
      const stored = JSON.parse(block.content) as StoredProfile;
      return { ...stored, profile: applyToProfile(stored.profile, applied.items) };
    });
  }

  private async stored<Content extends object | null>(
    database: Queryable,
    workspace: Id,
    what: string,
    applied: AppliedKnowledge,
    make: () => Content | Promise<Content>,
  ): Promise<BlockHash | (null extends Content ? null : never)> {
    const key = `${workspace}:${this.numberOf(applied)}:${what}`;
    const known = this.blocks.get(key);
    if (known !== undefined) return known;
    const made = await make();
    if (made === null) return null as never;
    const content = JSON.stringify(made);
    const hash = hashOf(content);
    await storeBlocks(database, [{ workspace, hash, content }]);
    this.blocks.set(key, hash);
    return hash;
  }

  private readonly numbers = new WeakMap<AppliedKnowledge, number>();
  private last = 0;

  private numberOf(applied: AppliedKnowledge): number {
    const known = this.numbers.get(applied);
    if (known !== undefined) return known;
    this.last += 1;
    this.numbers.set(applied, this.last);
    return this.last;
  }
}

/** @param own places described in the workspace itself */
export function applyImports(
  rows: readonly ImportRow[],
  schema: DatabaseSchema,
  own: readonly string[],
): AppliedKnowledge {
  const documents = rows.map(({ id, name, items }) => ({ id, name, ...resolveKnowledge(items, schema) }));
  const items = documents.flatMap((document) => document.items);
  return {
    documents,
    items,
    glossary: new Glossary(documents.map((document) => ({ source: document.name, items: document.items }))),
    schema: applyToSchema(schema, items, own),
  };
}

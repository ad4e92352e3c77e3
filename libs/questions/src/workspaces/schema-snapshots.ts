import type { DatabaseSchema, Id, Privileges, StoredProfile } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import type { WorkspaceEntity } from '@assay/persistence/entities';
import type { BlockStore, DatabaseCalls } from '@assay/work';
import { rememberNames } from '../sql/schema-names.js';
import { schemaForAgents } from './schema-for-agents.js';
import { check, introspect, type TargetFindings } from './target-check.js';

export interface TakenSchema {
  schemaHash: string;
  tableCount: number;
  /** Absent if unknown: the old profile stays. */
  profileHash?: string;
  privileges: Privileges;
}

type Shown = Pick<WorkspaceEntity, 'id' | 'descriptions' | 'settings'>;

/**
 * Target schemas as JSON blocks, as agents see them: with the workspace's descriptions, and without values unless rows
 * may be sent.
 */
export class SchemaSnapshots {
  constructor(
    private readonly database: Database,
    private readonly blocks: BlockStore,
    private readonly calls: DatabaseCalls,
  ) {}

  /** Errors of db-sampler pass unchanged. */
  async take(workspace: Shown): Promise<TakenSchema> {
    await check(this.calls, workspace.id);
    return this.keep(workspace, await introspect(this.calls, workspace.id, { profile: true }));
  }

  async keep(workspace: Shown, { schema, privileges, profile }: TargetFindings): Promise<TakenSchema> {
    const schemaHash = await this.store(workspace, schema);
    const taken = { schemaHash, tableCount: schema.tables.length, privileges };
    if (profile === undefined) return taken;
    return { ...taken, profileHash: await this.blocks.store(workspace.id, JSON.stringify(profile)) };
  }

  async store(workspace: Shown, schema: DatabaseSchema): Promise<string> {
    await rememberNames(this.database, workspace.id, schema);
    return this.blocks.store(workspace.id, JSON.stringify(schemaForAgents(schema, workspace)));
  }

  readProfile(workspace: Id, hash: string): Promise<StoredProfile> {
    return this.blocks.json<StoredProfile>(workspace, hash);
  }

  read(workspace: Id, hash: string): Promise<DatabaseSchema> {
    return this.blocks.json<DatabaseSchema>(workspace, hash);
  }
}

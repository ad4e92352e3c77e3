import { type DatabaseSchema, type Id, type Privileges, type StoredProfile } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import type { WorkspaceEntity } from '@assay/persistence/entities';
import type { BlockStore, DatabaseCalls } from '@assay/work';
import { rememberNames } from '../sql/schema-names.js';
import { effectiveSettings } from './connection.js';
import { schemaForAgents } from './schema-for-agents.js';
import { check, introspect, type TargetFindings } from './target-check.js';

/** A snapshot as a workspace's row points to it. */
export interface TakenSchema {
  schemaHash: string;
  /** Left out where nothing is known of the data: what was known stays. */
  profileHash?: string;
  privileges: Privileges;
}

/** What of a workspace decides how its schema is shown. */
type Shown = Pick<WorkspaceEntity, 'id' | 'descriptions' | 'settings'>;

/**
 * Schemas of target databases as blocks of JSON. The block that a workspace points to is what agents see: its own
 * descriptions are in it, and no example values where the workspace sends no rows.
 */
export class SchemaSnapshots {
  constructor(
    private readonly database: Database,
    private readonly blocks: BlockStore,
    private readonly calls: DatabaseCalls,
  ) {}

  /** Refreshes the snapshot from the target database. Errors come out as db-sampler gave them. */
  async take(workspace: Shown): Promise<TakenSchema> {
    await check(this.calls, workspace.id);
    return this.keep(workspace, await introspect(this.calls, workspace.id, { profile: true }));
  }

  /** Stores what was found, as this workspace shows it. */
  async keep(workspace: Shown, { schema, privileges, profile }: TargetFindings): Promise<TakenSchema> {
    const schemaHash = await this.store(workspace, schema);
    if (profile === undefined) return { schemaHash, privileges };
    return { schemaHash, privileges, profileHash: await this.blocks.store(workspace.id, JSON.stringify(profile)) };
  }

  /** Stores a schema as this workspace shows it; the name of its block. */
  async store(workspace: Shown, schema: DatabaseSchema): Promise<string> {
    await rememberNames(this.database, workspace.id, schema);
    const { sendRows } = effectiveSettings(workspace.settings);
    const shown = schemaForAgents(schema, { descriptions: workspace.descriptions, sendRows });
    return this.blocks.store(workspace.id, JSON.stringify(shown));
  }

  /** What is known of the data, as it was taken. */
  readProfile(workspace: Id, hash: string): Promise<StoredProfile> {
    return this.blocks.json<StoredProfile>(workspace, hash);
  }

  read(workspace: Id, hash: string): Promise<DatabaseSchema> {
    return this.blocks.json<DatabaseSchema>(workspace, hash);
  }
}

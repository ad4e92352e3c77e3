import {
  newId,
  type DatabaseSchema,
  type Id,
  type Page,
  type SchemaView,
  type SettingsPatch,
  type WorkspaceView,
} from '@assay/contracts';
import type { WorkspaceEntity } from '@assay/persistence';
import type { SecretKeys } from '@assay/target-database';
import type { Work } from '@assay/work';
import type { DataSource } from 'typeorm';
import { unrestricted, type Caller } from '../intake/caller.js';
import { pageOf, type PageRequest } from '../intake/page.js';
import { parseRequest } from '../intake/parse-request.js';
import { effectiveSettings, sealConnection } from './connection.js';
import { eraseWorkspace } from './erase-workspace.js';
import { SchemaSnapshots } from './schema-snapshots.js';
import { checkTarget, roleOfUrl, type TargetFindings } from './target-check.js';
import {
  workspaceCreateSchema,
  workspaceUpdateSchema,
  type WorkspaceChange,
  type WorkspaceCreation,
} from './workspace-requests.js';
import { WorkspaceRows } from './workspace-rows.js';
import { viewOf, type CheckedWorkspace } from './workspace-view.js';

export interface WorkspaceStoreOptions {
  /** Connection strings are sealed with it. */
  secretKey: SecretKeys;
  /** The schema as text, as prompts show it. */
  renderSchema: (schema: DatabaseSchema) => string;
}

/**
 * Workspaces: target databases with what Assay knows about them.
 *
 * A new database is checked by db-sampler, which reads the connection from the workspace's row: the row is there first,
 * without privileges and therefore not served, and is deleted again when the check fails. A changed connection is
 * checked in the same way on a row of its own before the workspace takes it over. So a failed check leaves nothing
 * behind, and no connection string travels through a queue.
 */
export class WorkspaceStore {
  private readonly rows: WorkspaceRows;
  private readonly snapshots: SchemaSnapshots;

  constructor(
    dataSource: DataSource,
    private readonly work: Pick<Work, 'database' | 'databaseCalls' | 'blocks' | 'hints'>,
    private readonly options: WorkspaceStoreOptions,
  ) {
    this.rows = new WorkspaceRows(dataSource);
    this.snapshots = new SchemaSnapshots(work.blocks, work.databaseCalls);
  }

  /** @throws RequestProblem 409 `NAME_TAKEN`; 422 with fields, `DATABASE_UNREACHABLE`, `ROLE_TOO_POWERFUL` */
  async create(body: unknown): Promise<WorkspaceView> {
    const request: WorkspaceCreation = parseRequest(workspaceCreateSchema, body);
    const { id, findings } = await this.tryDatabase(request.name, request.database, request);
    const shown = { id, descriptions: {}, settings: request.settings ?? {} };
    await this.rows.update(id, {
      privileges: findings.privileges,
      schemaHash: await this.snapshots.store(shown, findings.schema),
      schemaTakenAt: new Date(),
    });
    return this.get(id, EVERYTHING);
  }

  /** @throws RequestProblem 404 */
  async get(idOrName: string, caller: Caller): Promise<WorkspaceView> {
    return viewOf(await this.rows.find(idOrName, caller));
  }

  async list(caller: Caller, page: PageRequest): Promise<Page<WorkspaceView>> {
    return pageOf(page, (after, limit) => this.rows.page(caller, after, limit), viewOf);
  }

  /** Merges settings and descriptions, replaces the rest. @throws RequestProblem as `create` does, and 404 */
  async update(idOrName: string, caller: Caller, body: unknown): Promise<WorkspaceView> {
    const found = await this.rows.find(idOrName, caller);
    const { id } = found;
    const request = parseRequest(workspaceUpdateSchema, body);
    const connection = request.database ? await this.tryConnection(found, request.database) : null;
    let before: CheckedWorkspace | null = null;
    await this.rows.change(id, (current) => {
      before = current;
      return { ...changesOf(current, request), ...connection?.columns };
    });
    await this.reshow(id, request, before, connection?.schema ?? null);
    return this.get(id, EVERYTHING);
  }

  /** Cancels the workspace's questions and erases its rows and secrets. @throws RequestProblem 404 */
  async remove(idOrName: string, caller: Caller): Promise<void> {
    const { id } = await this.rows.find(idOrName, caller);
    await this.erase(id);
  }

  /** The schema as agents see it; with `refresh` read anew from the target database. @throws RequestProblem 404 */
  async schema(idOrName: string, caller: Caller, refresh: boolean): Promise<SchemaView> {
    const workspace = await this.rows.find(idOrName, caller);
    const hash = refresh || workspace.schemaHash === null ? await this.refresh(workspace) : workspace.schemaHash;
    const schema = await this.snapshots.read(workspace.id, hash);
    return { hash, mSchema: this.options.renderSchema(schema), schema };
  }

  private async refresh(workspace: CheckedWorkspace): Promise<string> {
    const taken = await this.snapshots.take(workspace);
    await this.rows.update(workspace.id, { ...taken, schemaTakenAt: new Date() });
    return taken.schemaHash;
  }

  /** What agents are shown follows the change: from a fresh look where the snapshot lacks what is now wanted. */
  private async reshow(
    id: Id,
    request: WorkspaceChange,
    before: CheckedWorkspace | null,
    schema: DatabaseSchema | null,
  ): Promise<void> {
    const after = await this.rows.find(id, EVERYTHING);
    const turnedOn = before !== null && !sendsRows(before.settings) && sendsRows(after.settings);
    const removed = Object.values(request.descriptions ?? {}).includes(null);
    const affected = turnedOn || removed || request.descriptions !== undefined || request.settings !== undefined;
    if (!affected && schema === null) return;
    if (schema === null && (turnedOn || removed)) {
      // the database may be away just now; the change itself stands, and the next refresh completes it
      const refreshed = await this.refresh(after).catch(() => null);
      if (refreshed !== null) return;
    }
    const base = schema ?? (after.schemaHash === null ? null : await this.snapshots.read(id, after.schemaHash));
    if (base === null) return;
    await this.rows.update(id, { schemaHash: await this.snapshots.store(after, base) });
  }

  /** Checks another connection of a workspace, on a row that is gone afterwards. */
  private async tryConnection(
    { id: workspace, settings }: CheckedWorkspace,
    database: WorkspaceCreation['database'],
  ): Promise<{ columns: Partial<WorkspaceEntity>; schema: DatabaseSchema }> {
    const { id, findings, acceptPrivileged } = await this.tryDatabase(WorkspaceRows.temporaryName(), database, {
      settings,
    });
    await this.erase(id);
    return {
      schema: findings.schema,
      columns: {
        dialect: database.dialect,
        connection: sealConnection(database.url, workspace, this.options.secretKey),
        privileges: findings.privileges,
        acceptPrivileged,
        schemaTakenAt: new Date(),
      },
    };
  }

  /** Inserts a row that is not served yet and has db-sampler look at its database; a failure takes the row away. */
  private async tryDatabase(
    name: string,
    database: WorkspaceCreation['database'],
    rest: Pick<WorkspaceCreation, 'directives' | 'evidence' | 'settings'>,
  ): Promise<{ id: Id; findings: TargetFindings; acceptPrivileged: string | null }> {
    const role = roleOfUrl(database.dialect, database.url);
    const accepted = database.acceptPrivileged === true || database.acceptPrivileged === role;
    const acceptPrivileged = accepted ? role : null;
    const id = newId();
    await this.rows.insert(id, {
      name,
      dialect: database.dialect,
      connection: sealConnection(database.url, id, this.options.secretKey),
      directives: rest.directives ?? null,
      evidence: rest.evidence ?? [],
      settings: rest.settings ?? {},
      acceptPrivileged,
    });
    try {
      return { id, acceptPrivileged, findings: await checkTarget(this.work.databaseCalls, id, accepted) };
    } catch (error) {
      await this.erase(id);
      throw error;
    }
  }

  private async erase(workspace: Id): Promise<void> {
    await eraseWorkspace(this.work.database, workspace, (run) => {
      this.work.hints.send('lost', run);
      this.work.hints.send('events', run);
    });
  }
}

/** Scope of reads that follow a write of our own. */
const EVERYTHING: Caller = unrestricted('workspaces');

function sendsRows(settings: SettingsPatch): boolean {
  return effectiveSettings(settings).sendRows;
}

function changesOf(current: CheckedWorkspace, request: WorkspaceChange): Partial<WorkspaceEntity> {
  const { name, directives, evidence, settings, descriptions } = request;
  return {
    ...(name === undefined ? {} : { name }),
    ...(directives === undefined ? {} : { directives }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(settings === undefined ? {} : { settings: { ...current.settings, ...settings } }),
    ...(descriptions === undefined ? {} : { descriptions: mergeDescriptions(current.descriptions, descriptions) }),
  };
}

function mergeDescriptions(
  current: Record<string, string>,
  change: Record<string, string | null>,
): Record<string, string> {
  const merged = Object.entries({ ...current, ...change });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null));
}

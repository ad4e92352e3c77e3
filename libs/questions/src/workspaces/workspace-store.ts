import {
  UPLOADED_NAME,
  sharesValues,
  type ConnectionFindings,
  type DatabaseSchema,
  type Id,
  type Page,
  type ProfileView,
  type SchemaView,
  type WorkspaceUsage,
  type WorkspaceView,
} from '@assay/contracts';
import { withoutLabels, withoutValues } from '@assay/behaviour';
import { applyToProfile } from '../documents/index.js';
import type { WorkspaceEntity } from '@assay/persistence/entities';
import {
  type Caller,
  type DatabaseConnection,
  pageOf,
  type PageQuery,
  requireRight,
  unrestricted,
  type WorkspaceCreate,
  type WorkspaceUpdate,
} from '@assay/contracts/requests';
import type { SecretKeys } from '@assay/runtime';
import { renderMSchema } from '@assay/sql';
import { usageView, type TaskRuntime } from '@assay/work';
import { setTimeout as delay } from 'node:timers/promises';
import { checkGoldSqls } from '../curation/gold-sql-check.js';
import { KnowledgeOfWorkspaces, type AppliedKnowledge } from '../knowledge/applied-knowledge.js';
import { readKnowledgeVersion } from '../sql/knowledge-version.js';
import { effectiveSettings, sealConnection } from './connection.js';
import { DatabaseTrial } from './database-trial.js';
import { SchemaSnapshots } from './schema-snapshots.js';
import { checkAsker } from './target-check.js';
import { changedColumns, hides, keepsSnapshot, requireConsistent } from './workspace-change.js';
import { readDayUsage } from '../sql/day-usage.js';
import type { WorkspaceRows } from './workspace-rows.js';
import { viewFor, type CheckedWorkspace } from './workspace-view.js';

/** How long a refresh waits for the check of gold SQLs; limits per page and in total. */
const [CHECK_WAIT_MS, CHECK_PAGE_MS, CHECK_TIMEOUT_MS] = [20_000, 60_000, 600_000];

/** Scope of reads after own writes. */
const EVERYTHING: Caller = unrestricted('workspaces');

/**
 * Workspaces. db-sampler checks a new or changed connection from a row that is not served until then: connection
 * strings never travel through queues.
 */
export class WorkspaceStore {
  private readonly trial: DatabaseTrial;
  private readonly snapshots: SchemaSnapshots;
  private readonly knowledge = new KnowledgeOfWorkspaces();

  constructor(
    private readonly rows: WorkspaceRows,
    private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls' | 'blocks' | 'hints'>,
    /** The first encrypts; all decrypt. */
    private readonly secretKeys: SecretKeys,
  ) {
    this.trial = new DatabaseTrial(rows, work, secretKeys);
    this.snapshots = new SchemaSnapshots(work.database, work.blocks, work.databaseCalls);
  }

  /** @throws RequestProblem 409 `NAME_TAKEN`; 422 for contradictory settings, and as `checkTarget` */
  async create(request: WorkspaceCreate): Promise<WorkspaceView> {
    const { name, database, settings = {} } = request;
    requireConsistent(settings, database.dialect);
    await this.rows.requireFreeName(name);
    const { id, findings } = await this.trial.run(database, request);
    await this.trial.orErase(id, async () => {
      const taken = await this.snapshots.keep({ id, descriptions: {}, settings }, findings);
      await this.rows.update(id, { name, ...taken, schemaTakenAt: new Date() });
    });
    return this.get(id, EVERYTHING);
  }

  /** Checks a connection and keeps nothing. @throws RequestProblem 422 as `create` */
  async tryOut(connection: DatabaseConnection): Promise<ConnectionFindings> {
    const { id, findings } = await this.trial.run(connection, {}, { profile: false });
    await this.trial.erase(id);
    return { privileges: findings.privileges, tables: findings.schema.tables.length };
  }

  /** @throws RequestProblem 404 */
  async get(idOrName: string, caller: Caller): Promise<WorkspaceView> {
    return viewFor(caller, await this.rows.find(idOrName, caller));
  }

  async list(caller: Caller, page: PageQuery): Promise<Page<WorkspaceView>> {
    return pageOf(
      page,
      (after, limit) => this.rows.page(caller, after, limit),
      (row) => viewFor(caller, row),
    );
  }

  /** Merges settings and descriptions, replaces the rest. @throws RequestProblem as `create`, 404, and 403 by fields */
  async update(idOrName: string, caller: Caller, request: WorkspaceUpdate): Promise<WorkspaceView> {
    const found = await this.rows.find(idOrName, caller);
    const fields = Object.entries(request).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    requireRight(caller, fields.join() === 'evidence' ? 'changeEvidence' : 'operate', found.id);
    const settings = { ...found.settings, ...request.settings };
    const connection = request.database ? await this.tryConnection({ ...found, settings }, request.database) : null;
    const asker = request.settings?.asker;
    if (asker && !request.database && found.dialect === 'postgres') {
      const accepted = { role: found.acceptPrivileged !== null, reach: found.accept };
      await checkAsker(this.work.databaseCalls, found.id, asker, accepted);
    }
    const before = await this.rows.change(found.id, (current) => ({
      ...changedColumns(current, request),
      ...connection?.columns,
    }));
    await this.updateSnapshot(before, request, connection?.schema ?? null);
    return this.get(found.id, EVERYTHING);
  }

  /** Cancels its questions and erases rows and secrets. @throws RequestProblem 404 */
  async remove(idOrName: string, caller: Caller): Promise<void> {
    const { id } = await this.rows.find(idOrName, caller);
    await this.trial.erase(id);
  }

  /** @throws RequestProblem 404 */
  async usage(idOrName: string, caller: Caller): Promise<WorkspaceUsage> {
    const { id, settings } = await this.rows.find(idOrName, caller);
    return usageView(await readDayUsage(this.work.database, id), effectiveSettings(settings).quota);
  }

  /** The schema as agents see it; `refresh` reads it from the target. @throws RequestProblem 404; 403 for a refresh */
  async schema(idOrName: string, caller: Caller, refresh: boolean): Promise<SchemaView> {
    const workspace = await this.rows.require(idOrName, caller, refresh ? 'ask' : 'use');
    const hash = refresh || workspace.schemaHash === null ? await this.refresh(workspace) : workspace.schemaHash;
    const schema = await this.visibleSchema(workspace.id, hash);
    const named = schema.name === UPLOADED_NAME ? { ...schema, name: workspace.name } : schema;
    return {
      hash,
      mSchema: renderMSchema(named, { examples: sharesValues(effectiveSettings(workspace.settings)) }),
      schema: named,
    };
  }

  /** The data profile; without values unless rows may be sent. @throws RequestProblem 404 */
  async profile(idOrName: string, caller: Caller): Promise<ProfileView> {
    const { id, profileHash, schemaHash, settings } = await this.rows.find(idOrName, caller);
    if (profileHash === null) return { takenAt: null, tables: [] };
    const { takenAt, profile: observed } = await this.snapshots.readProfile(id, profileHash);
    const applied = schemaHash === null ? null : await this.imported(id, schemaHash);
    const profile = applied === null ? observed : applyToProfile(observed, applied.items);
    return {
      takenAt,
      ...(sharesValues(effectiveSettings(settings)) ? profile : withoutLabels(withoutValues(profile))),
    };
  }

  private async visibleSchema(workspace: Id, hash: string): Promise<DatabaseSchema> {
    return (await this.imported(workspace, hash))?.schema ?? this.snapshots.read(workspace, hash);
  }

  private async imported(workspace: Id, hash: string): Promise<AppliedKnowledge | null> {
    const version = await readKnowledgeVersion(this.work.database, workspace);
    return this.knowledge.of(this.work.database, workspace, hash, version);
  }

  private async refresh(workspace: CheckedWorkspace): Promise<string> {
    const taken = await this.snapshots.take(workspace);
    await this.storeUnlessChanged(workspace, { ...taken, schemaTakenAt: new Date() });
    if (taken.schemaHash !== workspace.schemaHash) {
      // many gold SQLs take longer than the caller should wait
      await Promise.race([this.checkGoldSqls(workspace.id), delay(CHECK_WAIT_MS, undefined, { ref: false })]);
    }
    return taken.schemaHash;
  }

  /** Gold SQLs not reached in time are checked after the next change. */
  private async checkGoldSqls(workspace: Id): Promise<void> {
    const within = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    await checkGoldSqls(this.work.database, workspace, async (sqls) => {
      const signal = AbortSignal.any([within, AbortSignal.timeout(CHECK_PAGE_MS)]);
      const { answer } = await this.work.databaseCalls.ask<'explain'>(
        { run: null, workspace, signal },
        { kind: 'explain', sqls },
      );
      return answer.problems;
    }).catch(() => undefined);
  }

  /** Reads the schema again if the snapshot lacks what is now shown. */
  private async updateSnapshot(
    before: CheckedWorkspace,
    request: WorkspaceUpdate,
    fresh: DatabaseSchema | null,
  ): Promise<void> {
    const after = await this.rows.find(before.id, EVERYTHING);
    const hidden = hides(before.settings, after.settings);
    const shown = hides(after.settings, before.settings);
    if (fresh === null && !hidden && !shown && request.descriptions === undefined) return;
    const removed = Object.values(request.descriptions ?? {}).includes(null);
    if (fresh === null && (removed || shown)) {
      // the database may be unreachable: the next refresh completes the change
      const refreshed = await this.refresh(after).catch(() => null);
      if (refreshed !== null) return;
    }
    const known = after.schemaHash ?? before.schemaHash;
    const base = fresh ?? (known === null ? null : await this.snapshots.read(after.id, known));
    if (base !== null) await this.storeUnlessChanged(after, { schemaHash: await this.snapshots.store(after, base) });
  }

  /** Discards a snapshot taken under other settings: it may show hidden values. */
  private async storeUnlessChanged(taken: CheckedWorkspace, columns: Partial<WorkspaceEntity>): Promise<void> {
    await this.rows.change(taken.id, ({ settings }) => (keepsSnapshot(settings, taken.settings) ? columns : {}));
  }

  /** On a temporary row. Accepted rights stay unless the request changes them. */
  private async tryConnection(
    { id: workspace, settings, accept: before }: CheckedWorkspace,
    database: DatabaseConnection,
  ): Promise<{ columns: Partial<WorkspaceEntity>; schema: DatabaseSchema }> {
    requireConsistent(settings, database.dialect);
    const named = { ...database, accept: database.accept ?? before };
    const { id, findings, acceptPrivileged, accept } = await this.trial.run(named, { settings });
    await this.trial.erase(id);
    const { profileHash = null } = await this.snapshots.keep({ id: workspace, descriptions: {}, settings }, findings);
    return {
      schema: findings.schema,
      columns: {
        dialect: database.dialect,
        connection: sealConnection(database.url, workspace, this.secretKeys),
        tableCount: findings.schema.tables.length,
        privileges: findings.privileges,
        acceptPrivileged,
        accept,
        schemaTakenAt: new Date(),
        profileHash,
      },
    };
  }
}

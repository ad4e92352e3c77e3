import { RequestProblem, UPLOADS_URL, type WorkspaceFilesView } from '@assay/contracts';
import { notFound, requireAdmin, type Caller } from '@assay/contracts/requests';
import { decryptSecret, type Config, type SecretKeys } from '@assay/runtime';
import type { TaskRuntime } from '@assay/work';
import { countGoldSqlsSetAside } from '../sql/set-aside-gold-sqls.js';
import { listFiles, removeFile } from '../sql/workspace-files.js';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';
import type { WorkspaceStore } from '../workspaces/workspace-store.js';
import type { CheckedWorkspace } from '../workspaces/workspace-view.js';
import { Upload } from './upload.js';

export class WorkspaceFiles {
  constructor(
    private readonly rows: WorkspaceRows,
    private readonly store: WorkspaceStore,
    private readonly work: Pick<TaskRuntime, 'database'>,
    private readonly secretKeys: SecretKeys,
    private readonly config: Pick<Config, 'uploadBytes'>,
  ) {}

  /** @throws RequestProblem 404 */
  async view(workspace: string, caller: Caller): Promise<WorkspaceFilesView> {
    return this.viewOf(await this.rows.find(workspace, caller), caller, false);
  }

  /** @throws RequestProblem 403, 404, 409 `NOT_MADE_OF_UPLOADS` */
  async requireUploads(workspace: string, caller: Caller): Promise<CheckedWorkspace> {
    const found = await this.rows.find(workspace, caller);
    requireAdmin(caller, found.id);
    if (this.takesUploads(found)) return found;
    const message = `The workspace is not made of uploaded files: its url would be ${UPLOADS_URL}.`;
    throw new RequestProblem(409, 'NOT_MADE_OF_UPLOADS', message);
  }

  /**
   * Stores files, replacing those with the same name, and refreshes the schema.
   * @param receive passes on the files one by one
   * @throws RequestProblem as `requireUploads` and `Upload`; then no file is kept
   */
  async put(
    workspace: string,
    caller: Caller,
    receive: (upload: Upload) => Promise<void>,
  ): Promise<WorkspaceFilesView> {
    const found = await this.requireUploads(workspace, caller);
    const upload = new Upload(this.work.database, found.id, this.config.uploadBytes);
    try {
      await receive(upload);
      await upload.keep();
    } catch (error) {
      await upload.discard();
      throw error;
    }
    return this.viewOf(found, caller, true);
  }

  /** @throws RequestProblem as `requireUploads`; 404 if there is no such file */
  async remove(workspace: string, name: string, caller: Caller): Promise<WorkspaceFilesView> {
    const found = await this.requireUploads(workspace, caller);
    if (!(await removeFile(this.work.database, found.id, name))) throw notFound('file');
    return this.viewOf(found, caller, true);
  }

  private takesUploads({ id, dialect, connection }: CheckedWorkspace): boolean {
    return dialect === 'duckdb' && decryptSecret(connection, this.secretKeys, id) === UPLOADS_URL;
  }

  private async viewOf(workspace: CheckedWorkspace, caller: Caller, refresh: boolean): Promise<WorkspaceFilesView> {
    const { uploadBytes: mostBytes } = this.config;
    if (!this.takesUploads(workspace))
      return { takesUploads: false, mostBytes, files: [], tables: [], findings: [], goldSqlsSetAside: 0 };
    const { schema } = await this.store.schema(workspace.id, caller, refresh);
    const { privileges } = await this.rows.find(workspace.id, caller);
    return {
      takesUploads: true,
      mostBytes,
      files: (await listFiles(this.work.database, workspace.id)).map(({ name, bytes, sha256, storedAt }) => ({
        name,
        bytes,
        sha256,
        storedAt: storedAt.toISOString(),
      })),
      tables: schema.tables.map(({ name, description, rowEstimate, columns }) => ({
        name,
        description,
        rows: rowEstimate,
        columns: columns.map((column) => ({ name: column.name, type: column.type })),
      })),
      findings: privileges.findings,
      goldSqlsSetAside: await countGoldSqlsSetAside(this.work.database, workspace.id),
    };
  }
}

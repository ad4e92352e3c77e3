import { newId, type Id } from '@assay/contracts';
import type { DatabaseConnection, WorkspaceCreate } from '@assay/contracts/requests';
import type { SecretKeys } from '@assay/runtime';
import type { TaskRuntime } from '@assay/work';
import { sealConnection } from './connection.js';
import { eraseWorkspace } from './erase-workspace.js';
import { checkTarget, roleOfUrl, type TargetFindings } from './target-check.js';
import type { WorkspaceRows } from './workspace-rows.js';

export interface TriedDatabase {
  /** The row: not served without privileges, and without a name. */
  id: Id;
  findings: TargetFindings;
  /** Accepted role that may write, if any. */
  acceptPrivileged: string | null;
  accept: string[];
}

type Rest = Pick<WorkspaceCreate, 'directives' | 'evidence' | 'settings'>;

/** Checks new databases on a temporary row; a failed check removes it. */
export class DatabaseTrial {
  constructor(
    private readonly rows: WorkspaceRows,
    private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls' | 'hints'>,
    private readonly secretKey: SecretKeys,
  ) {}

  /** @throws RequestProblem 422 for the url, `DATABASE_UNREACHABLE`, `TARGET_HOST_FORBIDDEN` or `ROLE_TOO_POWERFUL` */
  async run(database: DatabaseConnection, rest: Rest, wanted = { profile: true }): Promise<TriedDatabase> {
    const role = roleOfUrl(database.dialect, database.url);
    const accepted = database.acceptPrivileged === true || database.acceptPrivileged === role;
    const acceptPrivileged = accepted ? role : null;
    const accept = [...new Set(database.accept ?? [])];
    const id = newId();
    await this.rows.insertUnchecked(id, {
      dialect: database.dialect,
      connection: sealConnection(database.url, id, this.secretKey),
      directives: rest.directives ?? null,
      evidence: rest.evidence ?? [],
      settings: rest.settings ?? {},
      acceptPrivileged,
      accept,
    });
    return this.orErase(id, async () => {
      const findings = await checkTarget(this.work.databaseCalls, id, { role: accepted, reach: accept }, wanted);
      return { id, acceptPrivileged, accept, findings };
    });
  }

  async orErase<Result>(row: Id, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.erase(row);
      throw error;
    }
  }

  async erase(workspace: Id): Promise<void> {
    await eraseWorkspace(this.work, workspace);
  }
}

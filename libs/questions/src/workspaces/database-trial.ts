import { newId, type Id } from '@assay/contracts';
import type { DatabaseConnection, WorkspaceCreate } from '@assay/requests';
import type { SecretKeys } from '@assay/target-database';
import type { TaskRuntime } from '@assay/work';
import { sealConnection } from './connection.js';
import { eraseWorkspace } from './erase-workspace.js';
import { checkTarget, roleOfUrl, type TargetFindings } from './target-check.js';
import type { WorkspaceRows } from './workspace-rows.js';

/** A database that passed its check, and the row it was checked by. */
export interface TriedDatabase {
  /** The row: not served, as it has no privileges yet, and without a name of its own. */
  id: Id;
  findings: TargetFindings;
  /** Name of the role, where it was accepted although it may do more than read. */
  acceptPrivileged: string | null;
  /** Names of what the role may use beyond its tables, as they were accepted. */
  accept: string[];
}

/** Rest of a row that a database is checked by. */
type Rest = Pick<WorkspaceCreate, 'directives' | 'evidence' | 'settings'>;

/** Has new databases checked, each by a row of its own; a failed check leaves no row behind. */
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

  /** Does the rest of the work on a row; a failure takes the row away. */
  async orErase<Result>(row: Id, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await this.erase(row);
      throw error;
    }
  }

  /** Takes a row away, of a trial or of a workspace, with everything that hangs on it. */
  async erase(workspace: Id): Promise<void> {
    await eraseWorkspace(this.work, workspace);
  }
}

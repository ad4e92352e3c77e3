import type { Id } from '@assay/contracts';
import { forgetDaysOfWorkspace, type Queryable } from '@assay/persistence';
import type { TaskRuntime } from '@assay/work';
import { closeWorkspace, workspacesLeftClosed } from '../sql/close-workspace.js';
import { deleteRequests } from '../sql/delete-requests.js';
import { deleteWorkspace } from '../sql/delete-workspace.js';
import { eraseRuns } from '../sql/erase-runs.js';
import { lockRunsOfWorkspace } from '../sql/lock-runs-of-workspace.js';
import { lockWorkspace } from '../sql/lock-workspace.js';

/** Runs, or requests, erased in one transaction, so that none is long. */
const PAGE = 100;

type ErasingWork = Pick<TaskRuntime, 'database' | 'hints'>;

/**
 * Erases a workspace with all that hangs on it: first its secret and its name among those that are served, then its
 * runs page by page (a process that works on one finds its claim gone), last itself with all rows added meanwhile. Where
 * it is interrupted, it goes on when it is called again.
 */
export async function eraseWorkspace({ database, hints }: ErasingWork, workspace: Id): Promise<void> {
  const told = (runs: readonly Id[]): number => {
    for (const run of runs) {
      hints.send('lost', run);
      hints.send('events', run);
    }
    return runs.length;
  };
  await closeWorkspace(database, workspace);
  while (told(await database.transaction((connection) => erasePage(connection, workspace))) === PAGE);
  while ((await deleteRequests(database, workspace, PAGE)) === PAGE);
  const late = await database.transaction(async (connection) => {
    await lockWorkspace(connection, workspace);
    const runs = await erasePage(connection, workspace);
    await deleteRequests(connection, workspace, PAGE);
    await deleteWorkspace(connection, workspace);
    return runs;
  });
  told(late);
  // on its own: the count of a question holds a counter and waits for the lock on the workspace
  await forgetDaysOfWorkspace(database, workspace);
}

/** Erases workspaces whose check or erasure was interrupted, `limit` of them at most; how many there were. */
export async function eraseClosedWorkspaces(work: ErasingWork, limit: number): Promise<number> {
  const workspaces = await workspacesLeftClosed(work.database, limit);
  for (const workspace of workspaces) await eraseWorkspace(work, workspace);
  return workspaces.length;
}

async function erasePage(connection: Queryable, workspace: Id): Promise<Id[]> {
  const runs = await lockRunsOfWorkspace(connection, workspace, PAGE);
  if (runs.length > 0) await eraseRuns(connection, runs);
  return runs;
}

import type { Id } from '@assay/contracts';
import { deleteDaysOfWorkspace, type Queryable } from '@assay/persistence';
import type { TaskRuntime } from '@assay/work';
import { closeWorkspace, workspacesLeftClosed } from '../sql/close-workspace.js';
import { deleteRequests } from '../sql/delete-requests.js';
import { deleteWorkspace } from '../sql/delete-workspace.js';
import { eraseRuns } from '../sql/erase-runs.js';
import { lockRunsOfWorkspace } from '../sql/lock-runs-of-workspace.js';
import { lockWorkspace } from '../sql/lock-workspace.js';

const PAGE = 100;

type ErasingWork = Pick<TaskRuntime, 'database' | 'hints'>;

/** Erases first secret and name, then its runs in pages (their workers lose the claims), last the workspace. Restartable. */
export async function eraseWorkspace({ database, hints }: ErasingWork, workspace: Id): Promise<void> {
  const reported = (runs: readonly Id[]): number => {
    for (const run of runs) {
      hints.send('lost', run);
      hints.send('events', run);
    }
    return runs.length;
  };
  await closeWorkspace(database, workspace);
  while (reported(await database.transaction((connection) => erasePage(connection, workspace))) === PAGE);
  while ((await deleteRequests(database, workspace, PAGE)) === PAGE);
  const late = await database.transaction(async (connection) => {
    await lockWorkspace(connection, workspace);
    const runs = await erasePage(connection, workspace);
    await deleteRequests(connection, workspace, PAGE);
    await deleteWorkspace(connection, workspace);
    return runs;
  });
  reported(late);
  // separate: question counts hold a counter while they wait for the workspace lock
  await deleteDaysOfWorkspace(database, workspace);
}

/** Resumes up to `limit` interrupted erasures; returns the count. */
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

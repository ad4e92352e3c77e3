import type { Id } from '@assay/contracts';
import type { Database, Queryable } from '@assay/persistence';
import { deleteRequests } from '../sql/delete-requests.js';
import { deleteWorkspace } from '../sql/delete-workspace.js';
import { eraseRuns } from '../sql/erase-runs.js';
import { lockRunsOfWorkspace } from '../sql/lock-runs-of-workspace.js';
import { lockWorkspace } from '../sql/lock-workspace.js';
import type { WorkspaceRows } from './workspace-rows.js';

/** Runs erased in one transaction, so that none is long. */
const PAGE = 100;

/**
 * Erases a workspace with all that hangs on it: first its secret and its name among those that are served, then its
 * runs page by page (whoever works on one finds its claim gone), last itself with whatever slipped in meanwhile.
 *
 * @param told of runs that are gone
 */
export async function eraseWorkspace(
  rows: WorkspaceRows,
  database: Database,
  workspace: Id,
  told: (run: Id) => void,
): Promise<void> {
  await rows.close(workspace);
  for (;;) {
    const runs = await database.transaction((connection) => erasePage(connection, workspace));
    runs.forEach(told);
    if (runs.length < PAGE) break;
  }
  const late = await database.transaction(async (connection) => {
    await lockWorkspace(connection, workspace);
    const runs = await erasePage(connection, workspace);
    await deleteRequests(connection, workspace);
    await deleteWorkspace(connection, workspace);
    return runs;
  });
  late.forEach(told);
}

async function erasePage(connection: Queryable, workspace: Id): Promise<Id[]> {
  const runs = await lockRunsOfWorkspace(connection, workspace, PAGE);
  if (runs.length > 0) await eraseRuns(connection, runs);
  return runs;
}

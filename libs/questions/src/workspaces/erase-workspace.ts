import type { Id } from '@assay/contracts';
import type { Database, Queryable } from '@assay/persistence';

/** Runs erased in one transaction, so that none is long. */
const PAGE = 100;

const closeStatement = {
  name: 'close_workspace',
  // without privileges a workspace is not served any more, so that nothing new begins
  text: 'update assay.workspaces set privileges = null, connection = $2, updated_at = now() where id = $1',
};

const runsStatement = {
  name: 'workspace_runs',
  text: 'select id from assay.runs where workspace_id = $1 order by id limit $2 for update',
};

const eraseRunsStatement = { name: 'erase_runs', text: 'select assay.erase_runs($1)' };

const lockStatement = { name: 'lock_workspace', text: 'select id from assay.workspaces where id = $1 for update' };

const requestsStatement = { name: 'erase_workspace_tasks', text: 'delete from assay.tasks where workspace_id = $1' };

const deleteStatement = { name: 'delete_workspace', text: 'delete from assay.workspaces where id = $1' };

/**
 * Erases a workspace with all that hangs on it: first its secret and its name among those that are served, then its
 * runs page by page (whoever works on one finds its claim gone), last itself with whatever slipped in meanwhile.
 *
 * @param told of runs that are gone
 */
export async function eraseWorkspace(database: Database, workspace: Id, told: (run: Id) => void): Promise<void> {
  await database.query(closeStatement, [workspace, '']);
  for (;;) {
    const runs = await database.transaction((connection) => eraseRuns(connection, workspace));
    runs.forEach(told);
    if (runs.length < PAGE) break;
  }
  const late = await database.transaction(async (connection) => {
    await connection.query(lockStatement, [workspace]);
    const runs = await eraseRuns(connection, workspace);
    await connection.query(requestsStatement, [workspace]);
    await connection.query(deleteStatement, [workspace]);
    return runs;
  });
  late.forEach(told);
}

async function eraseRuns(connection: Queryable, workspace: Id): Promise<Id[]> {
  const rows = await connection.query<{ id: Id }>(runsStatement, [workspace, PAGE]);
  const runs = rows.map((row) => row.id);
  if (runs.length > 0) await connection.query(eraseRunsStatement, [runs]);
  return runs;
}

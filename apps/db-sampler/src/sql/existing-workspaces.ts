import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = { name: 'existing_workspaces', text: 'select id from assay.workspaces where id = any ($1)' };

export async function existingWorkspaces(database: Queryable, workspaces: readonly Id[]): Promise<Set<Id>> {
  const rows = await database.query<{ id: Id }>(statement, [workspaces]);
  return new Set(rows.map(({ id }) => id));
}

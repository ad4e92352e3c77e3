import { isId, type Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = (by: 'id' | 'name'): { name: string; text: string } => ({
  name: `find_workspace_by_${by}`,
  text: `select id from assay.workspaces
     where ${by === 'id' ? 'id = $1::uuid' : 'lower(name) = lower($1)'} and privileges is not null
       and ($2::uuid[] is null or id = any ($2))`,
});

const byId = statement('id');
const byName = statement('name');

/** Null where there is no such workspace in this scope (null: every workspace). */
export async function findWorkspaceId(
  database: Queryable,
  idOrName: string,
  scope: readonly Id[] | null,
): Promise<Id | null> {
  // no name holds a NUL, and Postgres takes none
  if (idOrName.includes('\0')) return null;
  const [row] = await database.query<{ id: Id }>(isId(idOrName) ? byId : byName, [idOrName, scope]);
  return row?.id ?? null;
}

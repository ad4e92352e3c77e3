import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** What a key opens. */
export interface FoundKey {
  id: Id;
  name: string;
  admin: boolean;
  workspaces: Id[] | null;
  mayCurate: boolean;
}

const statement = {
  name: 'find_api_key',
  text: `select id, name, role = 'admin' as admin, workspaces, may_curate as "mayCurate"
     from assay.api_keys where hash = $1 and revoked_at is null`,
};

/** Null for a hash that no key has, or a revoked one. */
export async function findApiKey(database: Queryable, hash: string): Promise<FoundKey | null> {
  const [row] = await database.query<FoundKey>(statement, [hash]);
  return row ?? null;
}

const usedStatement = { name: 'api_key_used', text: 'update assay.api_keys set last_used_at = now() where id = $1' };

export async function apiKeyUsed(database: Queryable, id: Id): Promise<void> {
  await database.query(usedStatement, [id]);
}

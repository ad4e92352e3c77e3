import type { BlockHash, Id, Privileges } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';

const statement = {
  name: 'store_refreshed_schema',
  // a workspace without privileges is being created or erased
  text: `update assay.workspaces set schema_hash = $2, privileges = $3, profile_hash = coalesce($4, profile_hash), schema_taken_at = now(), updated_at = now()
     where id = $1 and privileges is not null`,
};

/** Sets a workspace's schema and profile blocks; without a profile the old one stays. */
export async function storeSchema(
  database: Queryable,
  workspace: Id,
  hash: BlockHash,
  privileges: Privileges,
  profileHash: BlockHash | null,
): Promise<void> {
  await database.query(statement, [workspace, hash, toJsonb(privileges), profileHash]);
}

import type { BlockHash, Id, Privileges } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';

const statement = {
  name: 'store_refreshed_schema',
  // a workspace without privileges is being made or erased
  text: `update assay.workspaces set schema_hash = $2, privileges = $3, schema_taken_at = now(), updated_at = now()
     where id = $1 and privileges is not null`,
};

/** Makes a stored block the schema snapshot of its workspace. */
export async function storeSchema(
  database: Queryable,
  workspace: Id,
  hash: BlockHash,
  privileges: Privileges,
): Promise<void> {
  await database.query(statement, [workspace, hash, toJsonb(privileges)]);
}

import type { BlockHash, Id, Privileges, SettingsPatch } from '@assay/contracts';
import { prepared, toJsonb } from '@assay/persistence';

interface Taken {
  hash: BlockHash;
  tableCount: number;
  privileges: Privileges;
  /** Null: unchanged. */
  profileHash: BlockHash | null;
}

/** Not if its settings changed. */
export const storeSchema = prepared<[workspace: Id, taken: Taken, settings: SettingsPatch]>(
  {
    name: 'store_refreshed_schema',
    // a workspace without privileges is being created or erased
    text: `update assay.workspaces set schema_hash = $2, table_count = $6, privileges = $3, profile_hash = coalesce($4, profile_hash), schema_taken_at = now(), updated_at = now()
     where id = $1 and privileges is not null and settings = $5 returning id`,
  },
  (workspace, { hash, tableCount, privileges, profileHash }, settings) => [
    workspace,
    hash,
    toJsonb(privileges),
    profileHash,
    toJsonb(settings),
    tableCount,
  ],
).any;

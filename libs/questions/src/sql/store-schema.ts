import type { BlockHash, Id, Privileges, SettingsPatch } from '@assay/contracts';
import { prepared, toJsonb } from '@assay/persistence';

/** Not if its settings changed; without a profile the old one stays. */
export const storeSchema = prepared<
  [workspace: Id, hash: BlockHash, privileges: Privileges, profileHash: BlockHash | null, settings: SettingsPatch]
>(
  {
    name: 'store_refreshed_schema',
    // a workspace without privileges is being created or erased
    text: `update assay.workspaces set schema_hash = $2, privileges = $3, profile_hash = coalesce($4, profile_hash), schema_taken_at = now(), updated_at = now()
     where id = $1 and privileges is not null and settings = $5 returning id`,
  },
  (workspace, hash, privileges, profileHash, settings) => [
    workspace,
    hash,
    toJsonb(privileges),
    profileHash,
    toJsonb(settings),
  ],
).any;

import type { BlockHash, Dialect, Id, Privileges, SettingsPatch } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface ConnectionRow {
  dialect: Dialect;
  /** Encrypted. */
  connection: string;
  settings: SettingsPatch;
  privileges: Privileges | null;
  acceptPrivileged: boolean;
  schemaHash: BlockHash | null;
  updatedAt: Date;
}

export const readConnection = prepared<[workspace: Id], ConnectionRow>({
  name: 'load_connection',
  text: `select dialect, connection, settings, privileges, accept_privileged is not null as "acceptPrivileged",
            schema_hash as "schemaHash", updated_at as "updatedAt"
     from assay.workspaces where id = $1`,
}).first;

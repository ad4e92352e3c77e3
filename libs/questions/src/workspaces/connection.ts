import {
  PermanentError,
  resolveSettings,
  type BlockHash,
  type Dialect,
  type Id,
  type Privileges,
  type Settings,
  type SettingsPatch,
} from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { decryptSecret, encryptSecret, type SecretKeys } from '@assay/runtime';
import { readConnection } from '../sql/read-connection.js';

export interface WorkspaceConnection {
  dialect: Dialect;
  /** Plain connection string: keep out of logs and errors. */
  url: string;
  settings: Settings;
  /** As stored: what `settings` is made of. */
  stored: SettingsPatch;
  /** Null during creation. */
  privileges: Privileges | null;
  /** The workspace accepted a role that may write. */
  acceptPrivileged: boolean;
  /** Null before the first snapshot. */
  schemaHash: BlockHash | null;
  /** Pools of an older version must be closed. */
  updatedAt: Date;
}

/**
 * Works before the first check.
 * @throws PermanentError `NO_WORKSPACE`, or `SECRET_UNREADABLE` if the key does not fit
 */
export async function loadConnection(
  database: Queryable,
  workspace: Id,
  secretKey: SecretKeys,
): Promise<WorkspaceConnection> {
  const row = await readConnection(database, workspace);
  if (!row) throw new PermanentError('NO_WORKSPACE', `There is no workspace ${workspace}.`);
  return {
    dialect: row.dialect,
    url: decryptSecret(row.connection, secretKey, workspace),
    settings: effectiveSettings(row.settings),
    stored: row.settings,
    privileges: row.privileges,
    acceptPrivileged: row.acceptPrivileged,
    schemaHash: row.schemaHash,
    updatedAt: row.updatedAt,
  };
}

/** Encrypted for this workspace alone. */
export function sealConnection(url: string, workspace: Id, secretKey: SecretKeys): string {
  return encryptSecret(url, secretKey, workspace);
}

export function effectiveSettings(patch: SettingsPatch): Settings {
  return resolveSettings(patch);
}

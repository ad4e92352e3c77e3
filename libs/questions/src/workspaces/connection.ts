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
import { decryptSecret, encryptSecret, type SecretKeys } from '@assay/target-database';
import { readConnection } from '../sql/read-connection.js';

/** How db-sampler reaches a workspace's database. */
export interface WorkspaceConnection {
  dialect: Dialect;
  /** The connection string in the clear: keep it in memory, out of logs and errors. */
  url: string;
  settings: Settings;
  /** What the role may do; null while the workspace is being made and nothing is known yet. */
  privileges: Privileges | null;
  /** Whether the workspace took a role that may do more than read, by name. */
  acceptPrivileged: boolean;
  /** Snapshot of its schema; null before the first one. */
  schemaHash: BlockHash | null;
  /** Grows with every change of the workspace: a pool opened for an older one is to be closed. */
  updatedAt: Date;
}

/**
 * Reads how to reach a workspace's database; the row is there from before its first check.
 *
 * @throws PermanentError `NO_WORKSPACE` when there is none, `SECRET_UNREADABLE` when the key does not fit
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
    privileges: row.privileges,
    acceptPrivileged: row.acceptPrivileged,
    schemaHash: row.schemaHash,
    updatedAt: row.updatedAt,
  };
}

/** A connection string as it is stored: only for this workspace, and only with the key, can it be opened. */
export function sealConnection(url: string, workspace: Id, secretKey: SecretKeys): string {
  return encryptSecret(url, secretKey, workspace);
}

/** A workspace's settings: what it says over the defaults. */
export function effectiveSettings(patch: SettingsPatch): Settings {
  return resolveSettings(patch);
}

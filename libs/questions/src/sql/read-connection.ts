import type { BlockHash, Dialect, Id, Privileges, SettingsPatch } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** A workspace's connection as stored. */
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

const statement = {
  name: 'load_connection',
  text: `select dialect, connection, settings, privileges, accept_privileged is not null as "acceptPrivileged",
            schema_hash as "schemaHash", updated_at as "updatedAt"
     from assay.workspaces where id = $1`,
};

export async function readConnection(database: Queryable, workspace: Id): Promise<ConnectionRow | null> {
  const [row] = await database.query<ConnectionRow>(statement, [workspace]);
  return row ?? null;
}

import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'sealed_connections',
  text: `select id, connection from assay.workspaces
     where connection <> '' and ($1::uuid is null or id > $1) order by id limit $2`,
};

/** A workspace with its connection string as it is stored. */
export interface SealedConnection {
  id: Id;
  connection: string;
}

/** A page of the workspaces that have a connection string, in order of their ids. */
export async function readSealedConnections(
  database: Queryable,
  after: Id | null,
  limit: number,
): Promise<SealedConnection[]> {
  return database.query<SealedConnection>(statement, [after, limit]);
}

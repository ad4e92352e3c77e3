import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { decryptSecret, needsResealing, type SecretKeys } from '@assay/target-database';
import { sealConnection } from './connection.js';

/** Rows read at once. */
const PAGE = 200;

const pageStatement = {
  name: 'sealed_connections',
  text: `select id, connection from assay.workspaces
     where connection <> '' and ($1::uuid is null or id > $1) order by id limit ${PAGE}`,
};

const resealStatement = {
  name: 'reseal_connection',
  // the workspace may have been given another database meanwhile, which is sealed with the current key
  text: 'update assay.workspaces set connection = $3 where id = $1 and connection = $2 returning id',
};

/** What became of the connection strings that were not sealed with the current key. */
export interface Resealed {
  resealed: number;
  /** Workspaces whose connection string none of the keys opens: they need their url anew. */
  unreadable: Id[];
}

/** Seals every connection string with the current key that was sealed with another one. Twice does nothing. */
export async function resealConnections(database: Queryable, keys: SecretKeys): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: [] };
  let after: Id | null = null;
  for (;;) {
    const page: { id: Id; connection: string }[] = await database.query(pageStatement, [after]);
    for (const { id, connection } of page) {
      const sealed = resealed(id, connection, keys);
      if (sealed === null) done.unreadable.push(id);
      else if (sealed !== connection) {
        done.resealed += (await database.query(resealStatement, [id, connection, sealed])).length;
      }
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return done;
  }
}

/** The text sealed with the current key; null where it cannot be opened. */
function resealed(workspace: Id, connection: string, keys: SecretKeys): string | null {
  try {
    if (!needsResealing(connection, keys)) return connection;
    return sealConnection(decryptSecret(connection, keys, workspace), workspace, keys);
  } catch {
    // the cause is one and the same: no key fits
    return null;
  }
}

import type { Id } from '@assay/contracts';
import { decryptSecret, needsResealing, type SecretKeys } from '@assay/target-database';
import { sealConnection } from './connection.js';
import type { WorkspaceRows } from './workspace-rows.js';

/** Rows read at once. */
const PAGE = 200;

/** What became of the connection strings that were not sealed with the current key. */
export interface Resealed {
  resealed: number;
  /** Workspaces whose connection string none of the keys opens: they need their url again. */
  unreadable: Id[];
}

/** Seals every connection string with the current key that was sealed with another one. Twice does nothing. */
export async function resealConnections(rows: WorkspaceRows, keys: SecretKeys): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: [] };
  let after: Id | null = null;
  for (;;) {
    const page = await rows.sealed(after, PAGE);
    for (const { id, connection } of page) {
      const sealed = resealed(id, connection, keys);
      if (sealed === null) done.unreadable.push(id);
      else if (sealed !== connection && (await rows.reseal(id, connection, sealed))) done.resealed += 1;
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

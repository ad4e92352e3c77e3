import type { Id } from '@assay/contracts';
import { resealed, type SecretKeys } from '@assay/runtime';
import type { WorkspaceRows } from './workspace-rows.js';

const PAGE = 200;

export interface Resealed {
  resealed: number;
  /** Workspaces whose string no key opens: set their url again. */
  unreadable: Id[];
}

/** With the current key; idempotent. */
export async function resealConnections(rows: WorkspaceRows, keys: SecretKeys): Promise<Resealed> {
  const done: Resealed = { resealed: 0, unreadable: [] };
  let after: Id | null = null;
  for (;;) {
    const page = await rows.sealed(after, PAGE);
    for (const { id, connection } of page) {
      const sealed = current(id, connection, keys);
      if (sealed === null) done.unreadable.push(id);
      else if (sealed !== connection && (await rows.reseal(id, connection, sealed))) done.resealed += 1;
    }
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return done;
  }
}

function current(workspace: Id, connection: string, keys: SecretKeys): string | null {
  try {
    return resealed(connection, keys, workspace);
  } catch {
    // the only cause: no key fits
    return null;
  }
}

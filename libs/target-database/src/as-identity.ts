import type { Identity } from '@assay/contracts';
import type { DatabaseSession } from './session.js';

/** A session that runs everything as a person. `triesIdentity`: even as a role that policies do not bind. */
export function asIdentity(session: DatabaseSession, identity: Identity, triesIdentity = false): DatabaseSession {
  return {
    get healthy() {
      return session.healthy;
    },
    run: (run, signal) => session.run({ ...run, identity }, signal),
    read: (read, signal) => session.read({ ...read, identity, triesIdentity }, signal),
    close: () => session.close(),
    destroy: () => session.destroy(),
  };
}

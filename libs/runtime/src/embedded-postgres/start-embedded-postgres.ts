import { ensureCluster } from './cluster.js';
import { holdServer, releaseServer, type HeldServer } from './hold-server.js';
import { findSite, type Site } from './site.js';
import { toErrorNote } from '@assay/contracts';

export interface EmbeddedPostgresOptions {
  /** Used by this server only; created if missing. */
  dataDir: string;
  database?: string;
  settings?: Readonly<Record<string, string>>;
  /** `durable` (default): `stop` ends it unless shared. `throwaway` (tests): no flushing, removed at exit. */
  kind?: 'durable' | 'throwaway';
  /** Address space per process, MB; not on Windows. Default: unlimited. */
  memoryLimitMb?: number;
  /** Time to adopt the server after a kill. Default: 30. */
  orphanSeconds?: number;
  /** Relocated files, restarts. */
  onNotice?: (message: string) => void;
}

export interface EmbeddedPostgres {
  /** Includes the password. */
  readonly url: string;
  readonly port: number;
  readonly adopted: boolean;
  readonly stop: () => Promise<void>;
}

const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;

/**
 * Starts or adopts the PostgreSQL of a folder. A durable one restarts on the same port, and stops with its last user.
 * @throws InfrastructureError `EMBEDDED_POSTGRES_…`
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const durable = options.kind !== 'throwaway';
  const site = await findSite(options);
  await ensureCluster(site.cluster, site.binaries, site.user, { durable });
  const held = await holdServer(site, 0);
  const database = options.database ?? 'assay';
  await held.lease.ensureDatabase(database);
  const url = await site.cluster.url(held.port, database);
  const stop = durable ? supervise(site, held, options.onNotice ?? (() => undefined)) : () => leaveRunning(held);
  let stopping: Promise<void> | null = null;
  return { url, port: held.port, adopted: held.adopted, stop: () => (stopping ??= stop()) };
}

/** A throwaway server ends with the process that launched it, by its watchdog. */
async function leaveRunning(held: HeldServer): Promise<void> {
  await held.lease.close();
  if (held.adopted) held.watchdog.release();
}

/** Restarts the server if it ends. Returns a function that ends supervision and releases the server. */
function supervise(site: Site, first: HeldServer, onNotice: (message: string) => void): () => Promise<void> {
  let held = first;
  let stopped = false;
  let recovery: Promise<void> = Promise.resolve();
  const restarts: number[] = [];

  const recover = async (): Promise<void> => {
    if (stopped) return;
    const now = Date.now();
    restarts.push(now);
    if (restarts.filter((time) => time > now - RESTART_WINDOW_MS).length > MAX_RESTARTS) {
      return onNotice(`PostgreSQL ended ${MAX_RESTARTS} times within a minute and is not restarted`);
    }
    held.watchdog.release();
    try {
      held = await holdServer(site, first.port);
      onNotice(held.adopted ? 'PostgreSQL was briefly unreachable' : 'PostgreSQL ended and was restarted');
      held.lease.onLost(watch);
    } catch (error) {
      onNotice(`PostgreSQL ended and cannot be restarted: ${toErrorNote(error).message}`);
    }
  };
  const watch = (): void => {
    recovery = recover();
  };
  held.lease.onLost(watch);
  return async () => {
    stopped = true;
    await recovery;
    await releaseServer(site, held);
  };
}

import { ensureCluster } from './cluster.js';
import { holdServer, letGo, type HeldServer } from './hold-server.js';
import { findSite, type Site } from './site.js';
import { toErrorNote } from '@assay/contracts';

export interface EmbeddedPostgresOptions {
  /** Folder that belongs to the server; made when missing. */
  dataDir: string;
  /** Database that `url` leads to; made when missing. */
  database?: string;
  /** Server settings on top of ours, by PostgreSQL's names. */
  settings?: Readonly<Record<string, string>>;
  /**
   * `durable` (default): data that lasts; `stop` ends the server unless another process still uses it.
   * `throwaway`: nothing is flushed, `stop` only lets go, server and folder go away with this process (for tests).
   */
  kind?: 'durable' | 'throwaway';
  /** Address space of each of the server's processes at most, in megabytes; unlimited by default and on Windows. */
  memoryLimitMb?: number;
  /** How long the server outlives a process that was killed, in seconds, so that the next one can adopt it (30). */
  orphanSeconds?: number;
  /** Told what a user should know: files that had to go elsewhere, a server that died and was started again. */
  onNotice?: (message: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the database, password included. */
  readonly url: string;
  readonly port: number;
  /** True when the server was running already. */
  readonly adopted: boolean;
  readonly stop: () => Promise<void>;
}

/** A server that dies more often than this within the window is not started again. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;

/**
 * Starts PostgreSQL on a data folder, or adopts the server that already runs there; safe to be called by several
 * processes at once. The server ends when the last process that uses it stops it; a server that dies under us is
 * started again on the same port; a process that dies leaves a server that is adopted or, later, stopped.
 *
 * @throws InfrastructureError `EMBEDDED_POSTGRES_…` with the server's own words
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

/** A throwaway server is left to the watchdog of the process that launched it, which ends it with that process. */
async function leaveRunning(held: HeldServer): Promise<void> {
  await held.lease.close();
  if (held.adopted) held.watchdog.release();
}

/** Starts the server again whenever our lease is lost; the answer stops both. */
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
      return onNotice(`PostgreSQL ended ${MAX_RESTARTS} times within a minute and is not started again`);
    }
    held.watchdog.release();
    try {
      held = await holdServer(site, first.port);
      onNotice(
        held.adopted ? 'PostgreSQL was out of reach for a moment' : 'PostgreSQL had ended and was started again',
      );
      held.lease.onLost(watch);
    } catch (error) {
      onNotice(`PostgreSQL ended and does not start again: ${toErrorNote(error).message}`);
    }
  };
  const watch = (): void => {
    recovery = recover();
  };
  held.lease.onLost(watch);
  return async () => {
    stopped = true;
    await recovery;
    await letGo(site, held);
  };
}

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InfrastructureError } from '@assay/contracts';
import { locateBinaries, type PostgresBinaries } from './binaries.js';
import { ensureCluster, locateCluster, type Cluster } from './cluster.js';
import { Lease } from './lease.js';
import { endOrphans, isServerOf, pidFile, readPostmaster, removeStaleLock } from './postmaster.js';
import { launchServer, stopServer } from './server-process.js';
import { DURABLE_SETTINGS, THROWAWAY_SETTINGS } from './server-settings.js';
import { findServerUser, type SystemUser } from './system-user.js';
import { Watchdog } from './watchdog.js';

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
  /** Told what a user should know: files that had to go elsewhere. */
  onNotice?: (message: string) => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the database, password included. */
  readonly url: string;
  readonly port: number;
  /** True when the server was running already. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

/** How long a start may take in all: recovery after a crash, a predecessor's shutdown and initdb included. */
const START_DEADLINE_MS = 60_000;
/** Starts that may fail in a row before the reason is reported. */
const MAX_FAILED_LAUNCHES = 4;
const POLL_MS = 20;

interface Site {
  cluster: Cluster;
  binaries: PostgresBinaries;
  user: SystemUser | null;
  settings: Readonly<Record<string, string>>;
  deadline: number;
  watch: (pid: number) => Watchdog;
}

interface Held {
  pid: number;
  port: number;
  adopted: boolean;
  lease: Lease;
  watchdog: Watchdog;
}

/**
 * Starts PostgreSQL on a data folder, or adopts the server that already runs there; safe to be called by several
 * processes at once. The server ends when the last process that uses it stops it or dies.
 *
 * @throws InfrastructureError `EMBEDDED_POSTGRES_…` with the server's own words
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const onNotice = options.onNotice ?? (() => undefined);
  const throwaway = options.kind === 'throwaway';
  const site = await findSite(options, throwaway, onNotice);
  await ensureCluster(site.cluster, site.binaries, site.user, { durable: !throwaway });
  const held = await holdServer(site);
  const database = options.database ?? 'assay';
  await held.lease.ensureDatabase(database);
  const url = await site.cluster.url(held.port, database);
  const stop = throwaway ? () => leaveRunning(held) : () => letGo(site, held);
  let stopping: Promise<void> | null = null;
  return { url, port: held.port, adopted: held.adopted, stop: () => (stopping ??= stop()) };
}

async function findSite(
  options: EmbeddedPostgresOptions,
  throwaway: boolean,
  onNotice: (message: string) => void,
): Promise<Site> {
  const likelyUser = await findServerUser(join(options.dataDir, 'cluster'));
  const cluster = await locateCluster(options.dataDir, likelyUser, onNotice);
  const user = await findServerUser(cluster.folder);
  return {
    cluster,
    user,
    binaries: await locateBinaries(user, onNotice),
    settings: { ...DURABLE_SETTINGS, ...(throwaway ? THROWAWAY_SETTINGS : {}), ...options.settings },
    deadline: Date.now() + START_DEADLINE_MS,
    watch: (pid) =>
      new Watchdog(pid, pidFile(cluster.pgdata), {
        signal: throwaway ? 'QUIT' : 'INT',
        ...(throwaway ? { remove: options.dataDir } : {}),
      }),
  };
}

/** Adopts or launches until we hold a lease; each round starts from what the disk says. */
async function holdServer(site: Site): Promise<Held> {
  const { pgdata } = site.cluster;
  for (let failed = 0; ;) {
    const running = await readPostmaster(pgdata);
    if (running !== null && (await isServerOf(running.pid, pgdata))) {
      const lease = await takeLease(site, running.pid);
      if (lease !== null) return { ...lease, pid: running.pid, adopted: true, watchdog: site.watch(running.pid) };
      continue;
    }
    if (running !== null) await removeStaleLock(pgdata, running);
    await endOrphans(pgdata);
    const launch = await launchServer(site.cluster, site.binaries, site.user, site);
    if ('pid' in launch) {
      const lease = await takeLease(site, launch.pid);
      if (lease !== null) return { ...lease, ...launch, adopted: false };
      launch.watchdog.release();
    } else if (++failed >= MAX_FAILED_LAUNCHES || Date.now() > site.deadline) {
      // A launch also fails when another process launches at the same moment; the next round adopts its server.
      throw new InfrastructureError(
        'EMBEDDED_POSTGRES_START',
        `PostgreSQL does not start on ${pgdata}: ${launch.failure}`,
      );
    }
  }
}

/** A share in the server of this process id; null when it ended before we got one. */
async function takeLease(site: Site, pid: number): Promise<{ lease: Lease; port: number } | null> {
  const { cluster } = site;
  let reason: unknown = 'it did not become ready';
  while (Date.now() < site.deadline) {
    const postmaster = await readPostmaster(cluster.pgdata);
    if (postmaster?.pid !== pid || !(await isServerOf(pid, cluster.pgdata))) return null;
    if (postmaster.ready) {
      try {
        return { lease: await Lease.take(await cluster.url(postmaster.port, 'postgres')), port: postmaster.port };
      } catch (error) {
        reason = error;
        if (isLasting(error)) break;
      }
    }
    await delay(POLL_MS);
  }
  throw new InfrastructureError(
    'EMBEDDED_POSTGRES_CONNECT',
    `No connection to PostgreSQL on ${cluster.pgdata}: ${String(reason)}`,
    {
      cause: reason,
    },
  );
}

/** Class 28 is a refused password: no use in trying again. */
function isLasting(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('28');
}

/** Stops a durable server unless another process holds a share in it. */
async function letGo(site: Site, held: Held): Promise<void> {
  const last = await held.lease.surrender();
  if (last) await stopServer(held.pid, site.cluster.pgdata);
  await held.lease.close();
  held.watchdog.release();
}

/** A throwaway server is left to the watchdog of whoever launched it, which ends it with that process. */
async function leaveRunning(held: Held): Promise<void> {
  await held.lease.close();
  if (held.adopted) held.watchdog.release();
}

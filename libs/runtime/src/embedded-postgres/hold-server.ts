import { setTimeout as delay } from 'node:timers/promises';
import { InfrastructureError } from '@assay/contracts';
import { Lease } from './lease.js';
import { endOrphans, isServerOf, readPostmaster, removeStaleLock } from './postmaster.js';
import { launchServer, stopServer } from './server-process.js';
import type { Site } from './site.js';
import { Watchdog } from './watchdog.js';

export interface HeldServer {
  pid: number;
  port: number;
  adopted: boolean;
  lease: Lease;
  watchdog: Watchdog;
}

/** Includes recovery and a predecessor's shutdown. */
const START_DEADLINE_MS = 60_000;
const MAX_FAILED_LAUNCHES = 4;
const POLL_MS = 20;

/**
 * Adopts or launches the server. Each round reads the disk again, to adopt what another process launched.
 * @param port 0: a free one
 */
export async function holdServer(site: Site, port: number): Promise<HeldServer> {
  const { pgdata } = site.cluster;
  const deadline = Date.now() + START_DEADLINE_MS;
  for (let failed = 0; ;) {
    const running = await readPostmaster(pgdata);
    if (running !== null && (await isServerOf(running.pid, pgdata))) {
      const share = await takeLease(site, running.pid, deadline);
      if (share === null) continue;
      const watchdog = new Watchdog(running.pid, site.cluster, site.watchdog);
      return { ...share, pid: running.pid, adopted: true, watchdog };
    }
    if (running !== null) await removeStaleLock(pgdata, running);
    await endOrphans(pgdata);
    const launch = await launchServer(site, port, deadline);
    if ('pid' in launch) {
      const share = await takeLease(site, launch.pid, deadline);
      if (share !== null) return { ...share, ...launch, adopted: false };
      launch.watchdog.release();
    } else if (++failed >= MAX_FAILED_LAUNCHES || Date.now() > deadline) {
      const reason = `PostgreSQL does not start on ${pgdata}: ${launch.failure}`;
      throw new InfrastructureError('EMBEDDED_POSTGRES_START', reason);
    }
  }
}

export async function releaseServer(site: Site, held: HeldServer): Promise<void> {
  const last = await held.lease.release();
  if (last) await stopServer(held.pid, site.cluster.pgdata);
  await held.lease.close();
  held.watchdog.release();
}

/** Null if the server ended first. An authentication error is thrown at once. */
async function takeLease(site: Site, pid: number, deadline: number): Promise<{ lease: Lease; port: number } | null> {
  const { cluster } = site;
  let reason: unknown = 'it did not become ready';
  while (Date.now() < deadline) {
    const postmaster = await readPostmaster(cluster.pgdata);
    if (postmaster?.pid !== pid || !(await isServerOf(pid, cluster.pgdata))) return null;
    if (postmaster.ready) {
      try {
        return { lease: await Lease.take(await cluster.url(postmaster.port, 'postgres')), port: postmaster.port };
      } catch (error) {
        reason = error;
        if (isPermanent(error)) break;
      }
    }
    await delay(POLL_MS);
  }
  const message = `No connection to PostgreSQL on ${cluster.pgdata}: ${String(reason)}`;
  throw new InfrastructureError('EMBEDDED_POSTGRES_CONNECT', message, { cause: reason });
}

/** Class 28: authentication. */
function isPermanent(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('28');
}

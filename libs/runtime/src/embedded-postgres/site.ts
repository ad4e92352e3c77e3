import { join } from 'node:path';
import { locateBinaries, type PostgresBinaries } from './binaries.js';
import type { Cluster } from './cluster.js';
import { locateCluster } from './locate-cluster.js';
import { DURABLE_SETTINGS, THROWAWAY_SETTINGS } from './server-settings.js';
import { findServerUser, type SystemUser } from './system-user.js';
import type { WatchdogOptions } from './watchdog.js';

export interface Site {
  cluster: Cluster;
  binaries: PostgresBinaries;
  user: SystemUser | null;
  settings: Readonly<Record<string, string>>;
  /** Address space per process. */
  memoryLimitMb: number | null;
  watchdog: WatchdogOptions;
}

export interface SiteOptions {
  dataDir: string;
  settings?: Readonly<Record<string, string>>;
  kind?: 'durable' | 'throwaway';
  memoryLimitMb?: number;
  orphanSeconds?: number;
  onNotice?: (message: string) => void;
}

/** Time to adopt the server of a killed process. */
const ORPHAN_SECONDS = 30;

export async function findSite(options: SiteOptions): Promise<Site> {
  const onNotice = options.onNotice ?? (() => undefined);
  const likelyUser = await findServerUser(join(options.dataDir, 'cluster'));
  const cluster = await locateCluster(options.dataDir, likelyUser, onNotice);
  const user = await findServerUser(cluster.folder);
  const binaries = await locateBinaries(user, onNotice);
  const memoryLimitMb = process.platform === 'win32' ? null : (options.memoryLimitMb ?? null);
  if (options.kind === 'throwaway') {
    const settings = { ...DURABLE_SETTINGS, ...THROWAWAY_SETTINGS, ...options.settings };
    return {
      cluster,
      user,
      binaries,
      settings,
      memoryLimitMb,
      watchdog: { patienceSeconds: 0, signal: 'QUIT', remove: options.dataDir },
    };
  }
  const settings = { ...DURABLE_SETTINGS, ...options.settings };
  const patienceSeconds = options.orphanSeconds ?? ORPHAN_SECONDS;
  return { cluster, user, binaries, settings, memoryLimitMb, watchdog: { patienceSeconds, signal: 'INT' } };
}

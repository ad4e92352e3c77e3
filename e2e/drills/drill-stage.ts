import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { findInstalledPostgres, startInstalledPostgres, type InstalledPostgres } from '@assay/testing';
import { startFleet, type Fleet, type FleetOptions } from '../faults/fleet.js';
import { Load } from './load.js';

/** A test asks from its start to its end. */
export interface DrillStage {
  fleet: Fleet;
  load: Load;
}

/** Services apart at production time constants, queues on Redis, and a load during each test. */
export function drillStage(options: () => Promise<Omit<FleetOptions, 'backend'>>): () => DrillStage {
  let fleet: Fleet;
  let load: Load;
  beforeAll(async () => {
    const started = await startFleet({ backend: 'redis', realTime: true, ...(await options()) });
    if (started === null) throw new Error('redis-server is not installed');
    fleet = started;
  });
  beforeEach(async () => {
    load = await Load.on(fleet);
  });
  afterEach(() => load?.stop());
  afterAll(() => fleet?.close());
  return () => ({ fleet, load });
}

/** A server of Debian's PostgreSQL, restarted when it ends. */
export function recordServer(
  folder: string,
  settings: string[],
  environment: Readonly<{ [name: string]: string }> = {},
): Promise<InstalledPostgres> {
  const programs = findInstalledPostgres([]);
  if (programs === null) throw new Error("Debian's package postgresql is not installed");
  const own = ['max_connections=300', ...settings];
  return startInstalledPostgres(programs, { folder, settings: own, environment, restarts: true });
}

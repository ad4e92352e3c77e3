import type { ResolvedTarget } from './connection/connection-target.js';
import { DRIVERS, type DriverOptions } from './drivers.js';
import { boundedDriver } from './introspection/bounded-driver.js';
import { PooledTargetDatabase, type TargetDatabaseOptions } from './pooled-target-database.js';
import type { TargetDatabase } from './target-database.js';

const DEFAULTS: Omit<TargetDatabaseOptions, 'guard'> = {
  maxSessions: 4,
  idleMs: 30_000,
  acquireMs: 15_000,
  connectMs: 5000,
};

export interface OpenOptions extends Partial<TargetDatabaseOptions & DriverOptions> {
  guard: TargetDatabaseOptions['guard'];
}

/** Connects on first use. */
export function openTargetDatabase(
  target: ResolvedTarget,
  { doubleQuotedTexts = false, allowFunctions = [], ...options }: OpenOptions,
): TargetDatabase {
  const driver = boundedDriver(DRIVERS[target.dialect]({ doubleQuotedTexts, allowFunctions }));
  return new PooledTargetDatabase(driver, target, { ...DEFAULTS, ...options });
}

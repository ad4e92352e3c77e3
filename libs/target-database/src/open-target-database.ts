import type { Dialect } from '@assay/contracts';
import type { ResolvedTarget } from './connection/connection-target.js';
import type { DatabaseDriver } from './driver.js';
import { mysqlDriver } from './mysql/driver.js';
import { oracleDriver } from './oracle/driver.js';
import { PooledTargetDatabase, type TargetDatabaseOptions } from './pooled-target-database.js';
import { postgresDriver } from './postgres/driver.js';
import { sqliteDriver } from './sqlite/driver.js';
import { sqlServerDriver } from './sqlserver/driver.js';
import type { TargetDatabase } from './target-database.js';

/** Drivers of servers, by dialect. */
const DRIVERS: Record<Exclude<Dialect, 'sqlite'>, () => DatabaseDriver> = {
  postgres: postgresDriver,
  mysql: () => mysqlDriver('mysql'),
  mariadb: () => mysqlDriver('mariadb'),
  sqlserver: sqlServerDriver,
  oracle: oracleDriver,
};

const DEFAULTS: Omit<TargetDatabaseOptions, 'guard'> = {
  maxSessions: 4,
  idleMs: 30_000,
  acquireMs: 15_000,
  connectMs: 5000,
};

export interface OpenOptions extends Partial<TargetDatabaseOptions> {
  guard: TargetDatabaseOptions['guard'];
  /** SQLite takes "text" for a text where there is no such column, as its own library does unless told otherwise. */
  doubleQuotedTexts?: boolean;
}

/** Opens a checked target; nothing is dialled before the first request. */
export function openTargetDatabase(
  target: ResolvedTarget,
  { doubleQuotedTexts = false, ...options }: OpenOptions,
): TargetDatabase {
  const driver = target.dialect === 'sqlite' ? sqliteDriver({ doubleQuotedTexts }) : DRIVERS[target.dialect]();
  return new PooledTargetDatabase(driver, target, { ...DEFAULTS, ...options });
}

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

/** Drivers by dialect. */
const DRIVERS: Record<Dialect, () => DatabaseDriver> = {
  postgres: postgresDriver,
  mysql: () => mysqlDriver('mysql'),
  mariadb: () => mysqlDriver('mariadb'),
  sqlite: sqliteDriver,
  sqlserver: sqlServerDriver,
  oracle: oracleDriver,
};

const DEFAULTS: Omit<TargetDatabaseOptions, 'guard'> = {
  maxSessions: 4,
  idleMs: 30_000,
  acquireMs: 15_000,
  connectMs: 5000,
};

/** Opens a checked target; nothing is dialled before the first request. */
export function openTargetDatabase(
  target: ResolvedTarget,
  options: Pick<TargetDatabaseOptions, 'guard'> & Partial<TargetDatabaseOptions>,
): TargetDatabase {
  return new PooledTargetDatabase(DRIVERS[target.dialect](), target, { ...DEFAULTS, ...options });
}

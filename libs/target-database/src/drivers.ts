import type { Dialect } from '@assay/contracts';
import { clickhouseDriver } from './clickhouse/driver.js';
import type { DatabaseDriver } from './driver.js';
import { duckdbDriver } from './duckdb/driver.js';
import { mysqlDriver } from './mysql/driver.js';
import { oracleDriver } from './oracle/driver.js';
import { postgresDriver } from './postgres/driver.js';
import { sqliteDriver } from './sqlite/driver.js';
import { sqlServerDriver } from './sqlserver/driver.js';

export interface DriverOptions {
  /** SQLite: unknown "text" is a string. */
  doubleQuotedTexts: boolean;
  /** DuckDB macros that the guard permits. */
  allowFunctions: readonly string[];
}

export const DRIVERS: Readonly<Record<Dialect, (options: DriverOptions) => DatabaseDriver>> = {
  postgres: postgresDriver,
  mysql: () => mysqlDriver('mysql'),
  mariadb: () => mysqlDriver('mariadb'),
  sqlite: sqliteDriver,
  sqlserver: sqlServerDriver,
  oracle: oracleDriver,
  clickhouse: clickhouseDriver,
  duckdb: duckdbDriver,
};

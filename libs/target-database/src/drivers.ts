import type { Dialect } from '@assay/contracts';
import type { DatabaseDriver } from './driver.js';
import { duckdbDriver } from './duckdb/driver.js';
import { mysqlDriver } from './mysql/driver.js';
import { oracleDriver } from './oracle/driver.js';
import { postgresDriver } from './postgres/driver.js';
import { sqliteDriver } from './sqlite/driver.js';
import { sqlServerDriver } from './sqlserver/driver.js';

/** What a caller may want otherwise of a driver. */
export interface DriverOptions {
  /** SQLite takes "text" for a text where there is no such column, as its own library does unless told otherwise. */
  doubleQuotedTexts: boolean;
  /** Macros of a DuckDB file that statements may call, as the guard is told of them. */
  allowFunctions: readonly string[];
}

/** The driver of every dialect; each is a folder beside this file. */
export const DRIVERS: Readonly<Record<Dialect, (options: DriverOptions) => DatabaseDriver>> = {
  postgres: postgresDriver,
  mysql: () => mysqlDriver('mysql'),
  mariadb: () => mysqlDriver('mariadb'),
  sqlite: sqliteDriver,
  sqlserver: sqlServerDriver,
  oracle: oracleDriver,
  duckdb: duckdbDriver,
};

import type { Dialect } from '@assay/contracts';
import { clickhouse } from './clickhouse/clickhouse.js';
import { duckdb } from './duckdb/duckdb.js';
import { mariadb } from './mariadb/mariadb.js';
import { mysql } from './mysql/mysql.js';
import { oracle } from './oracle/oracle.js';
import { postgres } from './postgres/postgres.js';
import type { DialectFacts } from './dialect-facts.js';
import type { DialectErrors, SqlDialect } from './sql-dialect.js';
import { sqlite } from './sqlite/sqlite.js';
import { sqlserver } from './sqlserver/sqlserver.js';

const SQL_DIALECTS: Readonly<Record<Dialect, SqlDialect>> = {
  postgres,
  mysql,
  mariadb,
  sqlite,
  sqlserver,
  oracle,
  clickhouse,
  duckdb,
};

export function sqlDialect(name: Dialect): SqlDialect {
  return SQL_DIALECTS[name];
}

export function dialectFacts(name: Dialect): DialectFacts {
  return SQL_DIALECTS[name].facts;
}

export function dialectErrors(name: Dialect): DialectErrors {
  return SQL_DIALECTS[name].errors;
}

export function firstRows(name: Dialect, columns: string, table: string, rows: number): string {
  return SQL_DIALECTS[name].firstRows(columns, table, rows);
}

import type { EngineUnderTest } from './engine.js';
import { clickhouseEngine } from './clickhouse-engine.js';
import { duckdbEngine } from './duckdb-engine.js';
import { GIVEN_DIALECT } from './given-server.js';
import { mariadbEngine } from './mariadb-engine.js';
import { oracleEngine } from './oracle-engine.js';
import { postgresEngine } from './postgres-engine.js';
import { sqliteEngine } from './sqlite-engine.js';
import { sqlserverEngine } from './sqlserver-engine.js';

const ALL: readonly EngineUnderTest[] = [
  postgresEngine,
  sqliteEngine,
  duckdbEngine,
  mariadbEngine('mariadb'),
  mariadbEngine('mysql'),
  clickhouseEngine,
  ...(GIVEN_DIALECT === 'sqlserver' ? [sqlserverEngine] : []),
  ...(GIVEN_DIALECT === 'oracle' ? [oracleEngine] : []),
];

export const ENGINES = ALL.filter(({ dialect }) => GIVEN_DIALECT === null || dialect === GIVEN_DIALECT);

import type { EngineUnderTest } from './engine.js';
import { clickhouseEngine } from './clickhouse-engine.js';
import { duckdbEngine } from './duckdb-engine.js';
import { mariadbEngine } from './mariadb-engine.js';
import { postgresEngine } from './postgres-engine.js';
import { sqliteEngine } from './sqlite-engine.js';

export const ENGINES: readonly EngineUnderTest[] = [
  postgresEngine,
  sqliteEngine,
  duckdbEngine,
  mariadbEngine('mariadb'),
  mariadbEngine('mysql'),
  clickhouseEngine,
];

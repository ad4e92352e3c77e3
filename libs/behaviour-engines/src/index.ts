export { DuckdbInstanceEngine, type DuckdbEngineOptions } from './duckdb/duckdb-instance-engine.js';
export { MysqlInstanceEngine, type MysqlEngineOptions } from './mysql/mysql-instance-engine.js';
export { PostgresInstanceEngine, type PostgresEngineOptions } from './postgres/postgres-instance-engine.js';
export { ScratchCluster } from './postgres/scratch-cluster.js';
export { SqliteInstanceEngine, type SqliteEngineOptions } from './sqlite/sqlite-instance-engine.js';

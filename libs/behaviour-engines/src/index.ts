export { ClickhouseInstanceEngine } from './clickhouse/clickhouse-instance-engine.js';
export { DuckdbInstanceEngine } from './duckdb/duckdb-instance-engine.js';
export { MysqlInstanceEngine } from './mysql/mysql-instance-engine.js';
export { PostgresInstanceEngine } from './postgres/postgres-instance-engine.js';
export { ScratchCluster } from './postgres/scratch-cluster.js';
export { SqliteInstanceEngine } from './sqlite/sqlite-instance-engine.js';

export { PostgresInstanceEngine, type PostgresEngineOptions } from './postgres/postgres-instance-engine.js';
export { ScratchCluster } from './postgres/scratch-cluster.js';
export { SqliteInstanceEngine, type SqliteEngineOptions } from './sqlite/sqlite-instance-engine.js';

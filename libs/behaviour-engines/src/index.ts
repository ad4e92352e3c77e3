export { SqliteInstanceEngine, type SqliteEngineOptions } from './sqlite/sqlite-instance-engine.js';

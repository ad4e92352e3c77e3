import type { DataSourceOptions } from 'typeorm';
import { CONNECT_TIMEOUT_MS, QUERY_TIMEOUT_MS } from './database.js';
import { ENTITIES } from './entities/entities.js';
import { MIGRATIONS } from './migrations/index.js';

/** A pool of TypeORM's. */
export interface RecordPool {
  applicationName: string;
  /** Connections at most. */
  max: number;
  /** A statement that takes longer fails, milliseconds; 0: never. */
  queryTimeoutMs?: number;
}

/** TypeORM's view of Assay's own Postgres: entities and migrations, everything but the hot statements. */
export function recordOptions(
  url: string,
  { applicationName, max, queryTimeoutMs = QUERY_TIMEOUT_MS }: RecordPool,
): Extract<DataSourceOptions, { type: 'postgres' }> {
  return {
    type: 'postgres',
    url,
    schema: 'assay',
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'all',
    synchronize: false,
    logging: false,
    applicationName,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: { max, keepAlive: true, query_timeout: queryTimeoutMs },
  };
}

import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { CONNECT_TIMEOUT_MS, QUERY_TIMEOUT_MS } from './database.js';
import { ENTITIES } from './entities/entities.js';
import { MIGRATIONS } from './migrations/index.js';

export interface RecordPool {
  applicationName: string;
  max: number;
  /** Longest wait for a statement, ms; the server continues. 0: no limit. */
  queryTimeoutMs?: number;
}

/** Entities and migrations, not the hot statements. */
export function recordOptions(
  url: string,
  { applicationName, max, queryTimeoutMs = QUERY_TIMEOUT_MS }: RecordPool,
): Extract<DataSourceOptions, { type: 'postgres' }> {
  return {
    type: 'postgres',
    url,
    // TypeORM would look for a package that bundles contain.
    driver: pg,
    schema: 'assay',
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    logging: false,
    applicationName,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    extra: { max, keepAlive: true, query_timeout: queryTimeoutMs },
  };
}

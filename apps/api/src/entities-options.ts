import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { recordOptions } from '@assay/persistence/entities';
import { recordRetries, type Config, type RecordRetries } from '@assay/runtime';
import { ORM_CONNECTIONS } from './api.config.js';

/**
 * How TypeORM reaches the record. The process has waited for Postgres by now; where it is gone again TypeORM waits as
 * long, instead of ending the start by a patience of its own.
 */
export function entitiesOptions(
  { databaseUrl, service }: Pick<Config, 'databaseUrl' | 'service'>,
  retries: RecordRetries = recordRetries(),
): TypeOrmModuleOptions {
  if (databaseUrl === null) throw new Error('DATABASE_URL is not set');
  return {
    ...recordOptions(databaseUrl, { applicationName: `assay-${service}-orm`, max: ORM_CONNECTIONS }),
    ...retries,
  };
}

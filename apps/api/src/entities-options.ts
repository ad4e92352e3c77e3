import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { recordOptions } from '@assay/persistence/entities';
import { recordRetries, type Config, type RecordRetries } from '@assay/runtime';
import { ORM_CONNECTIONS } from './api.config.js';

/** Waits if Postgres becomes unreachable again. */
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

import { DataSource, type DataSourceOptions } from 'typeorm';
import { ENTITIES } from './entities/index.js';
import { MIGRATIONS } from './migrations/index.js';

/** TypeORM's view of Assay's own Postgres: entities and migrations, everything but the hot statements. */
export function createDataSource(url: string, options: { max?: number; applicationName?: string } = {}): DataSource {
  const settings: DataSourceOptions = {
    type: 'postgres',
    url,
    schema: 'assay',
    entities: ENTITIES,
    migrations: MIGRATIONS,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'all',
    synchronize: false,
    logging: false,
    applicationName: options.applicationName ?? 'assay-orm',
    extra: { max: options.max ?? 4 },
  };
  return new DataSource(settings);
}

import { startEmbeddedPostgres } from '@assay/runtime/embedded-postgres';
import { join } from 'node:path';
import type { Dataset } from '../dataset/dataset.js';
import { loadDump } from '../dumps/load-dump.js';
import type { EvaluatedDatabase } from '../execution/evaluated-database.js';
import { sqliteUrl } from '../execution/sqlite-url.js';

export interface OpenedDatabases {
  databases: EvaluatedDatabase[];
  close(): Promise<void>;
}

/**
 * SQLite in place, dumps in the embedded PostgreSQL.
 * @param dataDir its server is adopted or started
 */
export async function openDatabases(
  { name, databases }: Pick<Dataset, 'name' | 'databases'>,
  dataDir: string,
): Promise<OpenedDatabases> {
  const server = databases.some(({ dialect }) => dialect === 'postgres')
    ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
    : null;
  try {
    const opened: EvaluatedDatabase[] = [];
    for (const database of databases) {
      const { id, dialect, path } = database;
      const url =
        server !== null && dialect === 'postgres' ? await loadDump(server.url, name, database) : sqliteUrl(path);
      opened.push({ id, dialect, url });
    }
    return { databases: opened, close: async () => server?.stop() };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

import { guardView } from '@assay/sql';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';

export interface TrapsInPostgres {
  admin: pg.Client;
  database: TargetDatabase;
  notices: string[];
  stop: () => Promise<void>;
}

/**
 * As owner of a new database, opened as target.
 * @param server default: embedded
 */
export async function trapsInPostgres(
  statements: readonly string[],
  server?: Pick<TestPostgres, 'createDatabase' | 'stop'>,
): Promise<TrapsInPostgres> {
  server ??= await startTestPostgres();
  const url = await server.createDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const statement of statements) await admin.query(statement);
  const notices: string[] = [];
  admin.on('notice', (notice) => notices.push(notice.message ?? ''));
  const policy = { hosts: null, ownStores: [], sqliteDirs: [] };
  const database = openTargetDatabase(await resolveTarget(parseTargetUrl('postgres', url), policy), {
    guard: (sql, catalog) => guardView(sql, 'postgres', { catalog }),
  });
  const stop = async (): Promise<void> => {
    await database.close();
    await admin.end();
    await server.stop();
  };
  return { admin, database, notices, stop };
}

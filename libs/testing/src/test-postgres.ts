import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@assay/runtime/embedded-postgres';

/** Shared by test files; not durable. */
export interface TestPostgres {
  readonly url: string;
  /** Default name: unique. */
  createDatabase(name?: string): Promise<string>;
  /** A copy of template `key`, filled once by `prepare`, which must close its connections. */
  createFromTemplate(key: string, prepare: (url: string) => Promise<void>): Promise<string>;
  /** The one database of `key`, filled by `prepare` at first use; it lasts until the process ends. */
  lastingDatabase(key: string, prepare: (url: string) => Promise<void>): Promise<string>;
  stop(): Promise<void>;
}

export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = join(tmpdir(), `assay-test-${process.pid}`);
  // mkdtemp's folder is closed to the server's user.
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const server = await startEmbeddedPostgres({ dataDir, kind: 'throwaway', database: 'tests' });
  const admin = new pg.Client({ connectionString: server.url });
  // A test may well kill the server.
  admin.on('error', () => undefined);
  await admin.connect();
  const made: string[] = [];
  const create = async (name: string, template?: string): Promise<string> => {
    const from = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`;
    await admin.query(`create database ${pg.escapeIdentifier(name)}${from}`);
    made.push(name);
    return urlOf(server.url, name);
  };
  return {
    url: server.url,
    createDatabase: (name = uniqueName()) => create(name),
    createFromTemplate: async (key, prepare) => {
      const template = await ensureTemplate(admin, key, server.url, prepare);
      return create(uniqueName(), template);
    },
    lastingDatabase: async (key, prepare) => urlOf(server.url, await ensureTemplate(admin, key, server.url, prepare)),
    stop: async () => {
      for (const name of made) {
        await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`).catch(() => undefined);
      }
      await admin.end().catch(() => undefined);
      await server.stop();
    },
  };
}

/**
 * The database gets its name when it is filled, so a failed `prepare` leaves no template. Two first calls with one key
 * must not overlap: the second rename would fail.
 */
async function ensureTemplate(
  admin: pg.Client,
  key: string,
  serverUrl: string,
  prepare: (url: string) => Promise<void>,
): Promise<string> {
  const template = `template_${key}`;
  const found = await admin.query('select 1 from pg_database where datname = $1', [template]);
  if (found.rowCount !== 0) return template;
  const working = uniqueName();
  await admin.query(`create database ${pg.escapeIdentifier(working)}`);
  await prepare(urlOf(serverUrl, working));
  await admin.query(`alter database ${pg.escapeIdentifier(working)} rename to ${pg.escapeIdentifier(template)}`);
  return template;
}

function uniqueName(): string {
  return `test_${randomBytes(6).toString('hex')}`;
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}

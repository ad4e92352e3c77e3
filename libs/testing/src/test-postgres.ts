import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@assay/runtime';

/** A PostgreSQL of this process, shared by its test files; fast because nothing in it needs to last. */
export interface TestPostgres {
  /** Connection string of the server's own database, as a superuser; tests work in databases of their own. */
  readonly url: string;
  /** An empty database under this name, or a unique one; the answer is its connection string. */
  createDatabase(name?: string): Promise<string>;
  /**
   * A new database that is a copy of the template `key`, which `prepare` fills (migrations, fixtures) the first time
   * that this process asks for it. `prepare` must leave no connection open.
   */
  createFromTemplate(key: string, prepare: (url: string) => Promise<void>): Promise<string>;
  /** The database of this process under `key`, which `prepare` fills on first use; it stays until the process ends. */
  lastingDatabase(key: string, prepare: (url: string) => Promise<void>): Promise<string>;
  /** Drops the databases made here, connections included. The server stays for the next file of this process. */
  stop(): Promise<void>;
}

/** Starts the process's PostgreSQL, or finds it running; it dies with the process, however that ends. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = join(tmpdir(), `assay-test-${process.pid}`);
  // Not mkdtemp: its folder is closed to the user whom the server runs as when we are root.
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

/** Filled under a working name and renamed when done, so that a failed `prepare` leaves no template behind. */
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

import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@assay/runtime/embedded-postgres';

/** Superuser settings. `statement_timeout` is set per connection. */
const SETTINGS = {
  temp_file_limit: '64MB',
  work_mem: '8MB',
  hash_mem_multiplier: '1',
  max_connections: '40',
  max_prepared_transactions: '0',
  client_connection_check_interval: '100ms',
  autovacuum: 'off',
};
const MEMORY_LIMIT_MB = 1024;

export interface ScratchDatabase {
  /** Superuser, for DDL. */
  adminUrl: string;
  /** Role that inserts and reads. */
  roleUrl: string;
  role: string;
}

/** A private, temporary PostgreSQL; replaced if it dies. */
export class ScratchCluster {
  private server: Promise<EmbeddedPostgres> | null = null;
  private last: Promise<unknown> = Promise.resolve();

  /** Serialised, because concurrent grants conflict. */
  createDatabase(): Promise<ScratchDatabase> {
    const made = this.last.then(() => this.createNow());
    this.last = made.catch(() => undefined);
    return made;
  }

  private async createNow(): Promise<ScratchDatabase> {
    const admin = await this.connect();
    const [role, password] = [`scratch_${randomBytes(6).toString('hex')}`, randomBytes(18).toString('base64url')];
    try {
      for (const statement of [
        'revoke connect on database postgres, template1, assay from public',
        `create role ${role} login nosuperuser nocreatedb nocreaterole noreplication connection limit 4 password '${password}'`,
        `create database ${role}`,
        `revoke all on database ${role} from public`,
        `grant connect on database ${role} to ${role}`,
      ]) {
        await admin.query(statement);
      }
    } finally {
      await admin.end();
    }
    const url = new URL((await this.running()).url);
    url.pathname = `/${role}`;
    const adminUrl = url.href;
    [url.username, url.password] = [role, password];
    return { adminUrl, roleUrl: url.href, role };
  }

  async dropDatabase({ role }: ScratchDatabase): Promise<void> {
    const admin = await this.connect();
    try {
      await admin.query(`drop database if exists ${role} with (force)`);
      await admin.query(`drop role if exists ${role}`);
    } finally {
      await admin.end();
    }
  }

  private async connect(): Promise<pg.Client> {
    const known = this.server;
    try {
      return await connected((await this.running()).url);
    } catch (error) {
      if (known === null) throw error;
      if (this.server === known) this.server = null;
      return connected((await this.running()).url);
    }
  }

  async stop(): Promise<void> {
    const server = await this.server?.catch(() => null);
    this.server = null;
    await server?.stop();
  }

  private running(): Promise<EmbeddedPostgres> {
    this.server ??= start().catch((error: unknown) => {
      this.server = null;
      throw error;
    });
    return this.server;
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function start(): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-scratch-'));
  // Started by root, it runs as another user.
  await chmod(dataDir, 0o755);
  return startEmbeddedPostgres({
    dataDir,
    kind: 'throwaway',
    settings: SETTINGS,
    memoryLimitMb: MEMORY_LIMIT_MB,
  });
}

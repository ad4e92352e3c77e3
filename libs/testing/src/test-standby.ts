import pg from 'pg';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.js';

export interface TestStandby {
  readonly primaryUrl: string;
  readonly standbyUrl: string;
  endStandby(): Promise<void>;
  stop(): Promise<void>;
}

/** Null if not installed; the embedded one lacks `pg_basebackup`. */
export const POSTGRES_PROGRAMS: string | null =
  ['18', '17', '16', '15'].map((major) => `/usr/lib/postgresql/${major}/bin`).find((path) => existsSync(path)) ?? null;

interface Ids {
  uid: number;
  gid: number;
}

/** Filled by `prepare`, on free ports. */
export async function startTestStandby(prepare: (primaryUrl: string) => Promise<void>): Promise<TestStandby> {
  if (POSTGRES_PROGRAMS === null) throw new Error('PostgreSQL is not installed');
  const programs = POSTGRES_PROGRAMS;
  // Postgres does not run as root.
  const owner: Partial<Ids> = process.getuid?.() === 0 ? idsOf('postgres') : {};
  const folder = mkdtempSync(join(tmpdir(), 'assay-standby-'));
  chmodSync(folder, 0o755);
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const servers: ChildProcess[] = [];
  const run = (program: string, ...parameters: string[]): void => {
    execFileSync(join(programs, program), parameters, { ...owner, cwd: folder, stdio: 'pipe' });
  };
  const start = async (data: string): Promise<number> => {
    const port = await freePort();
    const parameters = ['-D', join(folder, data), '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
    servers.push(spawn(join(programs, 'postgres'), parameters, { ...owner, cwd: folder, stdio: 'ignore' }));
    await serves(port);
    return port;
  };
  const stop = async (): Promise<void> => {
    for (const server of servers.reverse()) await end(server);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run('initdb', '-D', join(folder, 'primary'), '-A', 'trust', '-U', 'postgres', '--no-sync');
    const port = await start('primary');
    await prepare(urlOf(port));
    run('pg_basebackup', '-D', join(folder, 'standby'), '-R', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres');
    const standbyPort = await start('standby');
    const standby = servers.at(-1);
    return {
      primaryUrl: urlOf(port),
      standbyUrl: urlOf(standbyPort),
      endStandby: async () => standby && end(standby),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function urlOf(port: number): string {
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGQUIT');
  await ended;
}

function idsOf(user: string): Ids {
  const id = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function serves(port: number): Promise<void> {
  for (const until = Date.now() + 150_000; ; await delay(50)) {
    const client = new pg.Client({ connectionString: urlOf(port) });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

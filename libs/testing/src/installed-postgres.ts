import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.js';

const VERSIONS = '/usr/lib/postgresql';
const RESTARTS_AFTER_MS = 1000;

export interface InstalledPostgres {
  url: string;
  stop(): Promise<void>;
}

/** Programs of the newest PostgreSQL that has all `extensions`; null if there is none. */
export function findInstalledPostgres(extensions: readonly string[]): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort().reverse() : [];
  const found = versions.find(
    (version) =>
      existsSync(join(VERSIONS, version, 'bin', 'initdb')) &&
      extensions.every((name) => existsSync(`/usr/share/postgresql/${version}/extension/${name}.control`)),
  );
  return found === undefined ? null : join(VERSIONS, found, 'bin');
}

export interface InstalledPostgresOptions {
  /** Of its data; default: a new one. */
  folder?: string;
  settings?: readonly string[];
  environment?: Readonly<{ [name: string]: string }>;
  /** Started again when it ends, as compose and Kubernetes do. */
  restarts?: boolean;
}

/** Starts a throwaway server. Started by root, it runs as `postgres`. */
export async function startInstalledPostgres(
  programs: string,
  options: InstalledPostgresOptions = {},
): Promise<InstalledPostgres> {
  const { folder = mkdtempSync('/tmp/assay-pg-'), settings = [], environment = {}, restarts = false } = options;
  const owner = process.getuid?.() === 0 ? idsOf('postgres') : null;
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const as = { ...(owner ?? {}), cwd: folder, stdio: 'ignore' } as const;
  execFileSync(join(programs, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'tester', '-E', 'UTF8', '-N'], as);
  const port = await freePort();
  const own = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', ...settings];
  const words = ['-D', data, '-p', String(port), ...own.flatMap((setting) => ['-c', setting])];
  let isStopping = false;
  let server = run();
  function run(): ChildProcess {
    const child = spawn(join(programs, 'postgres'), words, { ...as, env: { ...process.env, ...environment } });
    child.once('exit', () => {
      setTimeout(() => {
        if (restarts && !isStopping) server = run();
      }, RESTARTS_AFTER_MS).unref();
    });
    return child;
  }
  const url = `postgres://tester:x@127.0.0.1:${port}/postgres`;
  await waitUntilAccepting(url);
  return {
    url,
    stop: async () => {
      isStopping = true;
      const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : null;
      // also ends backends that take no interrupt
      server.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idsOf(name: string): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return line === undefined ? null : { uid: Number(uid), gid: Number(gid) };
}

async function waitUntilAccepting(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await wait(100);
    }
  }
}

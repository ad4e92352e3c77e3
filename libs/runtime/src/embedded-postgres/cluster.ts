import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { InfrastructureError } from '@assay/contracts';
import type { PostgresBinaries } from './binaries.js';
import { isAlive } from './postmaster.js';
import type { SystemUser } from './system-user.js';

const SUPERUSER = 'assay';

export class Cluster {
  readonly pgdata: string;
  readonly logFile: string;
  private readonly passwordFile: string;

  constructor(readonly folder: string) {
    this.pgdata = join(folder, 'pgdata');
    this.logFile = join(folder, 'server.log');
    this.passwordFile = join(folder, 'password');
  }

  async exists(): Promise<boolean> {
    return access(join(this.pgdata, 'PG_VERSION')).then(
      () => true,
      () => false,
    );
  }

  async url(port: number, database: string): Promise<string> {
    const password = (await readFile(this.passwordFile, 'utf8')).trim();
    return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  }
}

/** Creates the cluster unless it exists; atomic by rename. */
export async function ensureCluster(
  cluster: Cluster,
  binaries: PostgresBinaries,
  user: SystemUser | null,
  options: { durable: boolean },
): Promise<void> {
  await removeAbandonedStaging(cluster);
  if (await cluster.exists()) return;
  const staging = `${cluster.folder}.init-${process.pid}-${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(staging, { recursive: true, mode: 0o700 });
    const passwordFile = join(staging, 'password');
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (user !== null) {
      await chown(staging, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    await initialise(join(staging, 'pgdata'), passwordFile, binaries, user, options);
    await rename(staging, cluster.folder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!(await cluster.exists())) throw error;
  }
}

async function initialise(
  pgdata: string,
  passwordFile: string,
  binaries: PostgresBinaries,
  user: SystemUser | null,
  options: { durable: boolean },
): Promise<void> {
  const parameters = [
    ...['-D', pgdata, '-U', SUPERUSER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'],
    ...['--locale-provider=builtin', '--locale=C.UTF-8', '--no-instructions'],
    ...(options.durable ? [] : ['--no-sync', '--wal-segsize=1']),
  ];
  try {
    await promisify(execFile)(binaries.initdb, parameters, {
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    });
  } catch (cause) {
    const output = cause as { stderr?: string; message: string };
    const reason = output.stderr?.trim() || output.message;
    throw new InfrastructureError('EMBEDDED_POSTGRES_INIT', `initdb failed in ${pgdata}: ${reason}`, { cause });
  }
}

/** Ignores the user's PG* variables. */
export const SERVER_ENVIRONMENT: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] };

async function removeAbandonedStaging(cluster: Cluster): Promise<void> {
  const parent = join(cluster.folder, '..');
  const prefix = `${cluster.folder.slice(parent.length + 1)}.init-`;
  for (const name of await readdir(parent).catch(() => [])) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    if (pid !== process.pid && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

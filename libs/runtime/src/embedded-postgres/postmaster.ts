import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, readdir, readlink, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** LOCK_FILE_LINE_* of miscadmin.h, from 0. */
const LINE_PID = 0;
const LINE_PORT = 3;
const LINE_STATUS = 7;

export async function readPostmaster(pgdata: string): Promise<Postmaster | null> {
  const text = await readFile(pidFile(pgdata), 'utf8').catch(() => null);
  return text === null ? null : parsePostmaster(text);
}

/** Null without a pid. Incomplete during a start: `port` may be 0. */
export function parsePostmaster(text: string): Postmaster | null {
  const lines = text.split('\n').map((line) => line.trim());
  // A single-user back end writes its pid as a negative number.
  const pid = Math.abs(Number(lines[LINE_PID]));
  if (!Number.isInteger(pid) || pid === 0) return null;
  return { pid, port: Number(lines[LINE_PORT] ?? 0), ready: lines[LINE_STATUS] === 'ready' };
}

export function pidFile(pgdata: string): string {
  return join(pgdata, 'postmaster.pid');
}

/** Whether the process exists, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is the server of `pgdata`: its id may be reused. Windows: not checked. */
export async function isServerOf(pid: number, pgdata: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return (await workingFolder(pid)) === pgdata;
  if (process.platform === 'win32') return true;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.includes('postgres') && stdout.includes(pgdata);
}

/**
 * PostgreSQL does not start if another process has the pid in its lock. Renaming and checking again protect the lock of
 * a new server.
 */
export async function removeStaleLock(pgdata: string, stale: Postmaster): Promise<void> {
  const aside = `${pidFile(pgdata)}.${randomBytes(4).toString('hex')}`;
  try {
    await rename(pidFile(pgdata), aside);
  } catch {
    return;
  }
  const moved = parsePostmaster(await readFile(aside, 'utf8'));
  if (moved?.pid !== stale.pid) await link(aside, pidFile(pgdata)).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Ends back ends of a killed postmaster, whose shared memory blocks a start. Linux only. */
export async function endOrphans(pgdata: string): Promise<void> {
  let orphans = await findOrphans(pgdata);
  if (orphans.length === 0) return;
  // SIGQUIT: immediate exit; SIGKILL: stuck processes.
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of orphans) signalQuietly(pid, signal);
    for (let waited = 0; waited < 1000 && orphans.length > 0; waited += 20) {
      await delay(20);
      orphans = await findOrphans(pgdata);
    }
    if (orphans.length === 0) return;
  }
}

async function findOrphans(pgdata: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const orphans: number[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || (await workingFolder(pid)) !== pgdata) continue;
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!title.startsWith('postgres:')) continue;
    const parent = await parentOf(pid);
    if (parent !== null && (await workingFolder(parent)) !== pgdata) orphans.push(pid);
  }
  return orphans;
}

async function parentOf(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // Names in parentheses may contain anything.
  return status === null ? null : Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
}

async function workingFolder(pid: number): Promise<string | null> {
  return readlink(`/proc/${pid}/cwd`).catch(() => null);
}

export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open, stat, truncate } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { SERVER_ENVIRONMENT } from './cluster.js';
import { isServerOf, readPostmaster, signalQuietly } from './postmaster.js';
import { settingArguments } from './server-settings.js';
import type { Site } from './site.js';
import { Watchdog } from './watchdog.js';

const POLL_MS = 5;
const LOG_LIMIT_BYTES = 10_000_000;

export type Launch = { pid: number; watchdog: Watchdog } | { failure: string };

/**
 * On 127.0.0.1, in its own session, without Ctrl-C. Resolves when it is ready or failed.
 * @param port 0: a free one
 */
export async function launchServer(site: Site, port: number, deadline: number): Promise<Launch> {
  const { cluster, binaries, user } = site;
  const chosenPort = port === 0 ? await freePort() : port;
  const logStart = await prepareLog(cluster.logFile);
  const log = openSync(cluster.logFile, 'a', 0o600);
  const [program, ...parameters] = limited(site.memoryLimitMb, [
    binaries.postgres,
    ...['-D', cluster.pgdata, '-p', String(chosenPort), ...settingArguments(site.settings)],
  ]);
  const server = spawn(program, parameters, {
    cwd: '/',
    env: SERVER_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
    ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
  });
  closeSync(log);
  let failure: string | null = null;
  server.on('error', (error) => (failure = error.message));
  server.once('exit', (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));
  server.unref();
  const watchdog = server.pid === undefined ? null : new Watchdog(server.pid, cluster, site.watchdog);
  while (failure === null && Date.now() < deadline) {
    const postmaster = await readPostmaster(cluster.pgdata);
    if (watchdog !== null && postmaster?.pid === server.pid && postmaster?.ready === true) {
      return { pid: postmaster.pid, watchdog };
    }
    await delay(POLL_MS);
  }
  if (failure === null && server.pid !== undefined) signalQuietly(server.pid, 'SIGQUIT');
  watchdog?.release();
  return { failure: `${failure ?? 'it did not become ready'}\n${await readFrom(cluster.logFile, logStart)}`.trim() };
}

function limited(memoryLimitMb: number | null, command: [string, ...string[]]): [string, ...string[]] {
  if (memoryLimitMb === null) return command;
  return ['/bin/sh', '-c', 'ulimit -v "$0" && exec "$@"', String(memoryLimitMb * 1024), ...command];
}

/** False if the server still runs after `killAfterMs`. */
async function waitForEnd(pid: number, pgdata: string, killAfterMs: number): Promise<boolean> {
  const deadline = Date.now() + killAfterMs;
  while (await isServerOf(pid, pgdata)) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** SIGINT: fast shutdown; SIGQUIT: immediate. */
export async function stopServer(pid: number, pgdata: string): Promise<void> {
  for (const [signal, killAfterMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (await isServerOf(pid, pgdata)) signalQuietly(pid, signal);
    if (await waitForEnd(pid, pgdata, killAfterMs)) return;
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.on('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function prepareLog(logFile: string): Promise<number> {
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= LOG_LIMIT_BYTES) return size;
  await truncate(logFile);
  return 0;
}

async function readFrom(logFile: string, start: number): Promise<string> {
  const log = await open(logFile);
  try {
    const { size } = await log.stat();
    const from = Math.max(start, size - 4000);
    const { buffer, bytesRead } = await log.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.subarray(0, bytesRead).toString('utf8');
  } finally {
    await log.close();
  }
}

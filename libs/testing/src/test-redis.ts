import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { findProgram } from './installed-program.js';

export interface TestRedis {
  readonly url: string;
  stop(): Promise<void>;
}

/** Ends with our stdin, even after a kill. */
const SCRIPT = '"$@" & server=$!; read -r _; kill "$server"; wait "$server"';

/** Without persistence; null if not installed. */
export async function startTestRedis(): Promise<TestRedis | null> {
  const program = findProgram('redis-server');
  if (program === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'assay-redis-'));
  const port = await freePort();
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no'];
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', program, ...settings, '--maxmemory-policy', 'noeviction'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise((resolve) => shell.once('exit', resolve));
  await eventually(() => accepts(port));
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      shell.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => probe.write('PING\r\n'));
    probe.once('data', (reply) => {
      probe.destroy();
      resolve(reply.toString().startsWith('+PONG'));
    });
    probe.once('error', () => resolve(false));
  });
}

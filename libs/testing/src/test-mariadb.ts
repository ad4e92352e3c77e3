import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.js';
import { findProgram } from './installed-program.js';

/** On 127.0.0.1; `root` has no password. */
export interface TestMariadb {
  port: number;
  stop(): Promise<void>;
}

const START_MS = 60_000;

/** @throws Error if it is not installed or does not answer within `START_MS` */
export async function startTestMariadb(options: readonly string[] = []): Promise<TestMariadb> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-mariadb-'));
  await chmod(folder, 0o755);
  // without this tmpdir, concurrent installs would share temporary files
  const own = ['--no-defaults', `--user=${userInfo().username}`, `--datadir=${folder}/data`, `--tmpdir=${folder}`];
  const install = [...own, '--auth-root-authentication-method=normal', '--skip-test-db'];
  const installed = spawnSync(findProgram('mariadb-install-db') ?? '', install, { encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr}`);
  const port = await freePort();
  const place = [
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${folder}/s.sock`,
    `--pid-file=${folder}/pid`,
    '--innodb-flush-log-at-trx-commit=0',
  ];
  const server = spawn(findProgram('mariadbd') ?? '', [...own, ...place, ...options], { stdio: 'ignore' });
  const stop = async (): Promise<void> => {
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + START_MS; !(await greets(port)); await delay(50)) {
    if (Date.now() > until || server.exitCode !== null) {
      await stop();
      throw new Error('mariadbd does not answer');
    }
  }
  return { port, stop };
}

/** The server speaks first. */
function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('data', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('close', () => settle(false));
  });
}

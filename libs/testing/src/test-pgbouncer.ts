import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { findProgram } from './installed-program.js';

export interface TestPgbouncer {
  /** The database's connection string, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

export interface PgbouncerOptions {
  /** Default: `session`. */
  mode?: 'session' | 'transaction';
  /** Server connections. Default: 60. */
  connections?: number;
}

/** Ends with our stdin, even after a kill. */
const SCRIPT = '"$@" & server=$!; read -r _; kill -9 "$server"; wait "$server"';

/** Starts a pooler before the Postgres of `url`; null if not installed. Root starts it as `nobody`. */
export async function startTestPgbouncer(
  url: string,
  { mode = 'session', connections = 60 }: PgbouncerOptions = {},
): Promise<TestPgbouncer | null> {
  const program = findProgram('pgbouncer');
  if (program === null) return null;
  const server = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'assay-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const user = decodeURIComponent(server.username);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${server.hostname} port=${server.port || 5432} user=${user} password=${decodeURIComponent(server.password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
max_client_conn = 200
default_pool_size = ${connections}
`,
  );
  const asUnprivileged = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn(
    '/bin/sh',
    ['-c', SCRIPT, 'sh', program, '-q', ...asUnprivileged, join(folder, 'pgbouncer.ini')],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  const ended = new Promise((resolve) => pooler.once('exit', resolve));
  await eventually(() => accepts(port));
  server.hostname = '127.0.0.1';
  server.port = String(port);
  return {
    url: server.href,
    stop: async () => {
      pooler.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

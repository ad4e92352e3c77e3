import { freePort } from '@assay/testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programOf, PROJECT } from './program-of.js';

/** Only a hang takes this long. */
const START_WITHIN_MS = 100_000;
/** Only a hang takes this long: it exits by itself. */
const STOP_WITHIN_MS = 100_000;

export interface AssayOptions {
  env?: Record<string, string>;
  parameters?: string[];
  /** Default: new. */
  dataDir?: string;
  /** File for its output. */
  log?: string;
  /** As it is shipped, not bundled. */
  shipped?: boolean;
}

export interface FinishedAssay {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The built program as with `npm start`. */
export class AssayProcess {
  stdout = '';
  stderr = '';
  private readonly ended: Promise<number | null>;

  constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly dataDir: string,
  ) {
    child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  }

  /** Resolves when it serves. */
  async ready(): Promise<this> {
    const until = Date.now() + START_WITHIN_MS;
    while (Date.now() < until) {
      if (this.child.exitCode !== null) throw new Error(`Assay ended at start:\n${this.stderr}`);
      const health = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (health?.ok) return this;
      await delay(50);
    }
    throw new Error(`Assay is not ready after ${START_WITHIN_MS} ms:\n${this.stderr}`);
  }

  /** Waits for its own end. */
  async finished(): Promise<FinishedAssay> {
    const code = await this.ended;
    return { code, stdout: this.stdout, stderr: this.stderr };
  }

  /** Survives this suite, not this process. */
  release(): void {
    this.child.removeAllListeners();
    this.child.channel?.unref();
    this.child.unref();
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  /** Ctrl-C, then a kill. */
  async stop(): Promise<number | null> {
    this.child.kill('SIGINT');
    const killTimer = setTimeout(() => this.child.kill('SIGKILL'), STOP_WITHIN_MS);
    const code = await this.ended;
    clearTimeout(killTimer);
    return code;
  }

  async removeData(): Promise<void> {
    // PostgreSQL of a killed program may still write.
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

/** Await `ready()` or `finished()`. */
export async function startAssay({
  env = {},
  parameters = [],
  dataDir,
  log,
  shipped = false,
}: AssayOptions = {}): Promise<AssayProcess> {
  const folder = dataDir ?? (await newDataDir());
  const port = env['PORT'] ?? String(await freePort());
  const environment = {
    ...withoutSettings(process.env),
    LOG_LEVEL: 'warn',
    ASSAY_DATA_DIR: folder,
    PORT: port,
    ...env,
  };
  // Detects our end.
  const output = log === undefined ? 'pipe' : openSync(log, 'a');
  const child = spawn(process.execPath, [programOf('standalone', shipped), ...parameters], {
    cwd: PROJECT,
    env: environment,
    stdio: ['ignore', output, output, 'ipc'],
  });
  if (typeof output === 'number') closeSync(output);
  return new AssayProcess(child, `http://127.0.0.1:${port}`, folder);
}

/** Without variables of Assay and jest. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = /^(ASSAY_|OPENAI_|OTEL_|DATABASE_|REDIS_URL$|PORT$|HOST$|LOG_LEVEL$|NODE_OPTIONS$|JEST_)/;
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !settings.test(name)));
}

async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-e2e-'));
  // The server runs as another user.
  await chmod(folder, 0o755);
  return folder;
}

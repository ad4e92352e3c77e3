import { MODEL_CALLERS, SERVICES, type ServiceName } from '@assay/contracts';
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { programOf, PROJECT } from '../harness/program-of.js';

/** Only a hang takes this long: ten services start on two cores. */
const READY_WITHIN_MS = 150_000;
/** Services drain for 20 s and exit after 28. */
const STOP_WITHIN_MS = 60_000;

/** Signal interval, ms. */
const REPEAT_MS = 100;

export const QUESTION_SERVICES = SERVICES.filter(({ product }) => product !== 'story').map(({ name }) => name);

/** Whether a service calls a model. */
export function isAgent(service: ServiceName): boolean {
  return MODEL_CALLERS.some((name) => name === service);
}

/** Excused by a kill. */
export function agentsOf(service: ServiceName): string[] {
  return isAgent(service) ? [service] : [];
}

/** A built service in a separate process. */
export class ServiceProcess {
  /** End of its output. */
  output = '';
  private readonly child: ChildProcess;
  private readonly ended: Promise<number | null>;

  constructor(
    readonly service: ServiceName,
    private readonly port: number,
    environment: Record<string, string>,
    project = PROJECT,
  ) {
    this.child = spawn(process.execPath, [programOf(service, 'NODE_OPTIONS' in environment, project)], {
      cwd: project,
      env: { ...machine(), LOG_LEVEL: 'warn', ...environment, PORT: String(port) },
      // ends with the test
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output = (this.output + chunk.toString()).slice(-20_000)));
    }
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async ready(): Promise<this> {
    const until = Date.now() + READY_WITHIN_MS;
    while (Date.now() < until) {
      if (!this.running) throw new Error(`${this.service} ended at start:\n${this.output}`);
      const health = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (health?.ok) return this;
      await delay(50);
    }
    throw new Error(`${this.service} is not ready after ${READY_WITHIN_MS} ms:\n${this.output}`);
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }

  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  wake(): void {
    this.child.kill('SIGCONT');
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Close signals count as one. Returns the exit code. */
  async signalUntilEnd(signal: NodeJS.Signals): Promise<number | null> {
    const again = setInterval(() => this.signal(signal), REPEAT_MS);
    const code = await this.ended;
    clearInterval(again);
    return code;
  }

  exited(): Promise<number | null> {
    return this.ended;
  }

  /** Null after `kill -9`. */
  async stop(): Promise<number | null> {
    if (!this.running) return this.child.exitCode;
    this.child.kill('SIGTERM');
    const killTimer = setTimeout(() => this.child.kill('SIGKILL'), STOP_WITHIN_MS);
    const code = await this.ended;
    clearTimeout(killTimer);
    return code;
  }
}

/** Program paths and Node's compile cache. */
function machine(): { [name: string]: string | undefined } {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}

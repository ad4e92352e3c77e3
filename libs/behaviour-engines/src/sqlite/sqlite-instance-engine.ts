import { fork, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InfrastructureError } from '@assay/contracts';
import type { AskedOutcome, InstanceEngine, InstanceRow, ScratchSchema } from '@assay/behaviour';
import {
  LONGEST_VALUE,
  MOST_BYTES,
  MOST_ROWS,
  SQLITE_HEAP,
  type ScratchReply,
  type ScratchRequest,
} from './protocol.js';
import { scratchDdl, type ScratchDdl } from './scratch-ddl.js';

/** Heap of the child's JavaScript, in megabytes. */
const SCRIPT_HEAP_MB = 128;
/** How long the child may take to start and to make its tables, on a busy machine, in milliseconds. */
const START_MS = 20_000;

/** Node runs this very file's neighbour: JavaScript where we were built, TypeScript where we run from source. */
const SCRIPT = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('./scratch-child.ts', import.meta.url)
    : new URL('./scratch-child.js', import.meta.url),
);

export interface SqliteEngineOptions {
  /** How long a statement may take, in milliseconds. */
  statementTimeoutMs?: number;
  /** SQLite takes `"text"` for a text where no column has this name. */
  doubleQuotedTexts?: boolean;
}

/** SQLite in memory, in a child process that is killed when a statement does not end. */
export class SqliteInstanceEngine implements InstanceEngine {
  readonly #timeoutMs: number;
  readonly #doubleQuotedTexts: boolean;
  #child: ChildProcess | null = null;
  #prepared: ScratchDdl | null = null;
  #lastId = 0;

  constructor({ statementTimeoutMs = 200, doubleQuotedTexts = false }: SqliteEngineOptions = {}) {
    this.#timeoutMs = statementTimeoutMs;
    this.#doubleQuotedTexts = doubleQuotedTexts;
  }

  async open(): Promise<void> {
    if (this.#child === null) await this.#start();
  }

  async prepare(schema: ScratchSchema): Promise<void> {
    this.#prepared = scratchDdl(schema);
    if (this.#child === null) await this.#start();
    else await this.#prepareChild(this.#prepared);
  }

  async ask(tables: readonly (readonly InstanceRow[])[], statements: readonly string[]): Promise<AskedOutcome[]> {
    const together = await this.#askChild(tables, statements);
    if (together !== null) return together;
    if (statements.length === 1) return [{ kind: 'unobserved' }];
    // One of them does not end: each is asked by itself, so that it alone is unobserved.
    const outcomes: AskedOutcome[] = [];
    for (const statement of statements) {
      outcomes.push((await this.#askChild(tables, [statement]))?.[0] ?? { kind: 'unobserved' });
    }
    return outcomes;
  }

  async close(): Promise<void> {
    this.#kill();
  }

  /** Null where the time was up, or the child ended. */
  async #askChild(
    tables: readonly (readonly InstanceRow[])[],
    statements: readonly string[],
  ): Promise<AskedOutcome[] | null> {
    if (this.#child === null) await this.#start();
    const reply = await this.#request({ kind: 'ask', id: this.#nextId(), tables, statements }, this.#timeoutMs);
    if (reply?.kind === 'answered') return reply.outcomes;
    this.#kill();
    if (reply?.kind === 'refused') throw new InfrastructureError('INSTANCE_REFUSED', reply.message);
    return null;
  }

  async #start(): Promise<void> {
    const options = [SQLITE_HEAP, LONGEST_VALUE, MOST_ROWS, MOST_BYTES, this.#doubleQuotedTexts].map(String);
    const child = fork(SCRIPT, options, {
      execArgv: [
        '--no-warnings',
        `--max-old-space-size=${SCRIPT_HEAP_MB}`,
        '--permission',
        `--allow-fs-read=${dirname(SCRIPT)}`,
      ],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'json',
    });
    this.#child = child;
    // One that cannot be started, or killed twice, must not end our own process.
    child.on('error', () => undefined);
    const ready = await nextReply(child, START_MS);
    if (ready?.kind !== 'ready') {
      this.#kill();
      throw new InfrastructureError('ENGINE_UNAVAILABLE', 'the scratch engine did not start');
    }
    // Neither the process nor its channel keeps ours alive.
    child.unref();
    child.channel?.unref();
    if (this.#prepared !== null) await this.#prepareChild(this.#prepared);
  }

  async #prepareChild({ ddl, inserts }: ScratchDdl): Promise<void> {
    const reply = await this.#request({ kind: 'prepare', id: this.#nextId(), ddl, inserts }, START_MS);
    if (reply?.kind === 'prepared') return;
    this.#kill();
    const message = reply?.kind === 'refused' ? reply.message : 'the scratch engine ended';
    throw new InfrastructureError('SCHEMA_REFUSED', message);
  }

  async #request(request: ScratchRequest, timeoutMs: number): Promise<ScratchReply | null> {
    const child = this.#child;
    if (child === null) return null;
    const reply = nextReply(child, timeoutMs);
    child.send(request, (error) => {
      if (error) this.#kill();
    });
    return reply;
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #kill(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

/** The child's next message; null when it ended or the time was up first. */
function nextReply(child: ChildProcess, timeoutMs: number): Promise<ScratchReply | null> {
  return new Promise((resolve) => {
    const settle = (reply: ScratchReply | null): void => {
      clearTimeout(timer);
      child.off('message', arrive);
      child.off('exit', end);
      child.off('error', end);
      resolve(reply);
    };
    const arrive = (message: unknown): void => settle(message as ScratchReply);
    const end = (): void => settle(null);
    const timer = setTimeout(end, timeoutMs);
    child.on('message', arrive);
    child.on('exit', end);
    child.on('error', end);
  });
}

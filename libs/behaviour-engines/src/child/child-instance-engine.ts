import type { ChildProcess } from 'node:child_process';
import type { AskedOutcome, InstanceEngine, InstanceRow, ScratchSchema } from '@assay/behaviour';
import { InfrastructureError } from '@assay/contracts';
import { exchange } from '@assay/runtime/child-process';
import { whenSpent } from '../processor-time.js';
import type { ScratchDdl, ScratchReply, ScratchRequest } from './protocol.js';

const START_MS = 60_000;
/** CPU limit of a statement, ms. */
const STATEMENT_MS = 200;

type Tables = readonly (readonly InstanceRow[])[];

export interface ChildEngineParts {
  start: () => ChildProcess;
  ddl: (schema: ScratchSchema) => ScratchDdl;
  /** CPU time, ms. */
  statementTimeoutMs?: number | undefined;
}

/** An in-memory database in a child process, killed if a statement does not end. */
export class ChildInstanceEngine implements InstanceEngine {
  private readonly timeoutMs: number;
  private child: ChildProcess | null = null;
  private schema: ScratchSchema | null = null;
  private prepared: ScratchDdl | null = null;
  private lastId = 0;

  constructor(private readonly parts: ChildEngineParts) {
    this.timeoutMs = parts.statementTimeoutMs ?? STATEMENT_MS;
  }

  async open(): Promise<void> {
    if (this.child === null) await this.start();
  }

  async prepare(schema: ScratchSchema): Promise<void> {
    if (this.child !== null && JSON.stringify(schema) === JSON.stringify(this.schema)) return;
    [this.schema, this.prepared] = [null, this.parts.ddl(schema)];
    if (this.child === null) await this.start();
    else await this.prepareChild(this.prepared);
    this.schema = schema;
  }

  async ask(tables: Tables, statements: readonly string[]): Promise<AskedOutcome[]> {
    const outcomes: AskedOutcome[] = [];
    while (outcomes.length < statements.length) {
      const answered = await this.askChild(tables, statements.slice(outcomes.length));
      outcomes.push(...answered);
      // The next statement ended the child: it is unobserved. The rest runs in a new child.
      if (outcomes.length < statements.length) outcomes.push({ kind: 'unobserved' });
    }
    return outcomes;
  }

  async close(): Promise<void> {
    this.kill();
  }

  /** Outcomes before the first timeout or crash. */
  private async askChild(tables: Tables, statements: readonly string[]): Promise<AskedOutcome[]> {
    if (this.child === null) await this.start();
    const outcomes: AskedOutcome[] = [];
    const last = await this.request({ kind: 'ask', id: this.nextId(), tables, statements }, (reply) => {
      if (reply.kind === 'answered') outcomes.push(reply.outcome);
    });
    if (last?.kind === 'refused') throw new InfrastructureError('INSTANCE_REFUSED', last.message);
    if (last?.kind !== 'done') this.kill();
    return outcomes;
  }

  private async start(): Promise<void> {
    const child = this.parts.start();
    this.child = child;
    const ready = await lastReply(child, { timeoutMs: this.timeoutMs });
    if (ready?.kind !== 'ready') {
      this.kill();
      throw new InfrastructureError('ENGINE_UNAVAILABLE', 'the scratch engine did not start');
    }
    if (this.prepared !== null) await this.prepareChild(this.prepared);
  }

  private async prepareChild(prepared: ScratchDdl): Promise<void> {
    const reply = await this.request({ kind: 'prepare', id: this.nextId(), ...prepared });
    if (reply?.kind === 'prepared') return;
    this.kill();
    const message = reply?.kind === 'refused' ? reply.message : 'the scratch engine ended';
    throw new InfrastructureError('SCHEMA_REFUSED', message);
  }

  private async request(request: ScratchRequest, take?: (reply: ScratchReply) => void): Promise<ScratchReply | null> {
    return this.child === null ? null : lastReply(this.child, { request, timeoutMs: this.timeoutMs, take });
  }

  private nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  private kill(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }
}

interface Listening {
  request?: ScratchRequest;
  timeoutMs: number;
  take?: ((reply: ScratchReply) => void) | undefined;
}

/** The final reply; null if the child ended, a statement timed out, or `START_MS` passed before the first statement. */
async function lastReply(child: ChildProcess, { request, timeoutMs, take }: Listening): Promise<ScratchReply | null> {
  const spent = new AbortController();
  const end = (): void => spent.abort();
  const timer = setTimeout(end, START_MS);
  let cancel = (): void => clearTimeout(timer);
  const isLast = (reply: ScratchReply): boolean => {
    take?.(reply);
    if (reply.kind !== 'filled' && reply.kind !== 'answered') return true;
    cancel();
    cancel = whenSpent(child.pid, timeoutMs, end);
    return false;
  };
  const last = await exchange(child, { request, isLast, signal: spent.signal });
  cancel();
  return last;
}

import { InfrastructureError } from '@assay/contracts';
import { closeGate, type ClosedGate, type Database } from '@assay/persistence';
import type { TaskProcess } from '../task-process.js';

/** Endpoints and models that answered 429. A gate is a row, seen by each process at its next heartbeat. */
export class Gates {
  /** In performance.now(). */
  private readonly closedUntil = new Map<string, number>();

  constructor(
    private readonly database: Database,
    process: Pick<TaskProcess, 'onGates'>,
    /** Called when a gate closes that was open here. */
    private readonly onClosed: (gate: ClosedGate) => void = () => undefined,
  ) {
    process.onGates((gates) => gates.forEach((gate) => this.learn(gate)));
  }

  /** @throws InfrastructureError GATE_CLOSED with the remaining time */
  pass(endpoint: string, model: string): void {
    const left = (this.closedUntil.get(`${endpoint} ${model}`) ?? 0) - performance.now();
    if (left <= 0) return;
    throw new InfrastructureError('GATE_CLOSED', `${model} at ${endpoint} answered 429: it is called again later.`, {
      retryAfterMs: left,
    });
  }

  async close(endpoint: string, model: string, closedForMs: number, reason: string): Promise<void> {
    this.learn({ endpoint, model, closedForMs });
    await closeGate(this.database, endpoint, model, closedForMs, reason);
  }

  private learn({ endpoint, model, closedForMs }: ClosedGate): void {
    const now = performance.now();
    const until = now + closedForMs;
    const key = `${endpoint} ${model}`;
    const before = this.closedUntil.get(key) ?? 0;
    if (until <= before) return;
    this.closedUntil.set(key, until);
    if (before <= now) this.onClosed({ endpoint, model, closedForMs });
  }
}

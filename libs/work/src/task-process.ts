import { newId, type Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { heartbeat, stopProcess, type ClosedGate, type Database, type ForgottenClaim } from '@assay/persistence';
import { hostname } from 'node:os';

interface HeldTask {
  claim: Id;
  abort: AbortController;
}

/** The claim belongs to another process, or the run has ended. Write nothing. */
export class ClaimLost extends Error {
  constructor(readonly task: Id) {
    super(`Task ${task} is no longer claimed by this process.`);
    this.name = 'ClaimLost';
  }
}

/**
 * Row and heartbeat (1 s) of this process, whose response lists lost tasks and closed gates. A failed one aborts
 * nothing.
 */
export class TaskProcess {
  readonly id: Id = newId();
  private readonly held = new Map<Id, HeldTask>();
  private readonly gateListeners = new Set<(gates: ClosedGate[]) => void>();
  private readonly forgottenListeners = new Set<(claims: ForgottenClaim[]) => void>();
  private timer: NodeJS.Timeout | null = null;
  private pendingHeartbeat: Promise<void> | null = null;
  /** By the last heartbeat. */
  private isAlone = false;
  /** performance.now() of the last answered heartbeat's request. */
  private lastHeartbeatAt = Number.NEGATIVE_INFINITY;
  /** Until then this process may not judge others: its heartbeat was late. */
  private unsettledUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    readonly service: string,
    private readonly onError: (error: Error) => void,
  ) {}

  /** Registers the process. */
  async start(): Promise<void> {
    await this.heartbeat();
    // right after an outage all heartbeats look stale
    this.unsettledUntil = performance.now() + timing.unseen;
    this.timer ??= setInterval(() => void this.heartbeatQuietly(), timing.heartbeat);
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.pendingHeartbeat;
    await stopProcess(this.database, this.id);
  }

  /** False if its own heartbeats are late. */
  canJudgePeers(): boolean {
    const now = performance.now();
    return now > this.unsettledUntil && now - this.lastHeartbeatAt < timing.lateHeartbeat;
  }

  /** No other process at the last heartbeat. */
  alone(): boolean {
    return this.isAlone;
  }

  /** Aborts the handler of an older claim of the task. */
  hold(task: Id, claim: Id): AbortController {
    this.lose(task);
    const abort = new AbortController();
    this.held.set(task, { claim, abort });
    return abort;
  }

  release(task: Id, claim: Id): void {
    if (this.held.get(task)?.claim === claim) this.held.delete(task);
  }

  heldTasks(): number {
    return this.held.size;
  }

  lose(task: Id): void {
    const held = this.held.get(task);
    if (!held) return;
    this.held.delete(task);
    held.abort.abort(new ClaimLost(task));
  }

  onGates(listener: (gates: ClosedGate[]) => void): void {
    this.gateListeners.add(listener);
  }

  /** Notified of claimed tasks that the process does not hold. */
  onForgotten(listener: (claims: ForgottenClaim[]) => void): void {
    this.forgottenListeners.add(listener);
  }

  /** Sends a heartbeat, or waits for the running one; an error is only reported. */
  async heartbeatQuietly(): Promise<void> {
    this.pendingHeartbeat ??= this.heartbeat()
      .catch((error: unknown) => this.onError(error as Error))
      .finally(() => {
        this.pendingHeartbeat = null;
      });
    return this.pendingHeartbeat;
  }

  /**
   * Refreshes claims if the last heartbeat is old, so that a thawed process does not pay for a lost task. Failures
   * abort nothing.
   */
  async confirmClaims(): Promise<void> {
    while (this.timer !== null && performance.now() - this.lastHeartbeatAt > timing.lateHeartbeat) {
      const before = this.lastHeartbeatAt;
      await this.heartbeatQuietly();
      if (this.lastHeartbeatAt === before) return;
    }
  }

  private async heartbeat(): Promise<void> {
    const sentAt = performance.now();
    const asked = new Map([...this.held].map(([task, held]) => [task, held.claim]));
    const answer = await heartbeat(
      this.database,
      { id: this.id, service: this.service, host: hostname(), pid: process.pid },
      [...asked].map(([task, claim]) => ({ task, claim })),
    );
    const now = performance.now();
    const wasLate = this.lastHeartbeatAt > 0 && now - this.lastHeartbeatAt > timing.lateHeartbeat;
    if (wasLate) this.unsettledUntil = now + timing.unseen;
    // The time of the request: a process can freeze while it waits for the answer.
    this.lastHeartbeatAt = sentAt;
    this.isAlone = answer.alone;
    for (const task of answer.lost) {
      if (this.held.get(task)?.claim === asked.get(task)) this.lose(task);
    }
    for (const listener of this.gateListeners) listener(answer.gates);
    const forgotten = answer.forgotten.filter(({ task }) => !this.held.has(task));
    if (forgotten.length > 0) for (const listener of this.forgottenListeners) listener(forgotten);
  }
}

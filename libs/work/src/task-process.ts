import { newId, type Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import {
  heartbeat,
  processesOnHost,
  stopProcesses,
  type ClosedGate,
  type Database,
  type ForgottenClaim,
} from '@assay/persistence';
import { hostOf } from './process-host.js';

/** Those of this very process, of which there are several where tests play many. */
const OWN = new Set<Id>();

interface HeldTask {
  claim: Id;
  abort: AbortController;
}

/** Why a task's signal fired: its claim is somebody else's, or its run has ended. Nothing is written after it. */
export class ClaimLost extends Error {
  constructor(readonly task: Id) {
    super(`Task ${task} is no longer this process's.`);
    this.name = 'ClaimLost';
  }
}

/**
 * This process in the eyes of the others: one row, and a heartbeat every second. The same round trip tells which
 * of the tasks it holds are no longer its own, and which gates are closed. A failed heartbeat aborts nothing.
 */
export class TaskProcess {
  readonly id: Id = newId();
  private readonly host: string;
  private readonly held = new Map<Id, HeldTask>();
  private readonly gateListeners = new Set<(gates: ClosedGate[]) => void>();
  private readonly forgottenListeners = new Set<(claims: ForgottenClaim[]) => void>();
  private timer: NodeJS.Timeout | null = null;
  private pendingHeartbeat: Promise<void> | null = null;
  /** No other process takes part in the work, by the last heartbeat. */
  private isAlone = false;
  /** performance.now() at which the last heartbeat that was answered was sent. */
  private lastHeartbeatAt = Number.NEGATIVE_INFINITY;
  /** Until then this process cannot tell who else was away: its own heartbeat came late. */
  private unsettledUntil = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    readonly service: string,
    private readonly onError: (error: Error) => void,
  ) {
    this.host = hostOf(service);
    OWN.add(this.id);
  }

  /**
   * Registers the process, and buries those of this host that are dead: their tasks need no five seconds. Dead is whose
   * pid is unused, or this process's, as in a container that was started again.
   */
  async start(): Promise<void> {
    await this.heartbeat();
    // who starts right after an outage finds everybody silent
    this.unsettledUntil = performance.now() + timing.unseen;
    const gone = (await processesOnHost(this.database, this.host, this.id)).filter(({ id, pid }) =>
      pid === process.pid ? !OWN.has(id) : !isAlive(pid),
    );
    if (gone.length > 0)
      await stopProcesses(
        this.database,
        gone.map(({ id }) => id),
      );
    this.timer ??= setInterval(() => void this.heartbeatQuietly(), timing.heartbeat);
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.pendingHeartbeat;
    await stopProcesses(this.database, [this.id]);
  }

  /** Whether this process may judge others silent: its own heartbeats have been on time for long enough. */
  maySeeSilence(): boolean {
    const now = performance.now();
    return now > this.unsettledUntil && now - this.lastHeartbeatAt < timing.lateHeartbeat;
  }

  /** No other process was seen at the last heartbeat. One that has just started polls for the hints that it missed. */
  alone(): boolean {
    return this.isAlone;
  }

  hold(task: Id, claim: Id): AbortController {
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

  /** Aborts a task here and now; its claim is gone. */
  lose(task: Id): void {
    const held = this.held.get(task);
    if (!held) return;
    this.held.delete(task);
    held.abort.abort(new ClaimLost(task));
  }

  onGates(listener: (gates: ClosedGate[]) => void): void {
    this.gateListeners.add(listener);
  }

  /** Notified of tasks that the record counts as this process's and that it does not hold. */
  onForgotten(listener: (claims: ForgottenClaim[]) => void): void {
    this.forgottenListeners.add(listener);
  }

  /** Sends a heartbeat now, beside the interval: a hint said that something changed. */
  async heartbeatQuietly(): Promise<void> {
    this.pendingHeartbeat ??= this.heartbeat()
      .catch((error: unknown) => this.onError(error as Error))
      .finally(() => {
        this.pendingHeartbeat = null;
      });
    return this.pendingHeartbeat;
  }

  /**
   * Learns which claims are lost, where the last heartbeat is too old to tell: a process that was frozen would else pay
   * for a call of a task that another process has done meanwhile. A heartbeat that fails confirms nothing and aborts
   * nothing.
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
      { id: this.id, service: this.service, host: this.host, pid: process.pid },
      [...asked].map(([task, claim]) => ({ task, claim })),
    );
    const now = performance.now();
    const wasLate = this.lastHeartbeatAt > 0 && now - this.lastHeartbeatAt > timing.lateHeartbeat;
    if (wasLate) this.unsettledUntil = now + timing.unseen;
    // its answer may be as old as its question: a process can freeze while it waits
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

import type { DatabaseSession } from '../session.js';
import { targetFault } from '../target-faults.js';

export interface PoolLimits {
  max: number;
  idleMs: number;
  /** Wait before `TARGET_POOL_EXHAUSTED`. */
  acquireMs: number;
  growAfterMs: number;
}

interface Waiter<Session> {
  take: (lease: Lease<Session>) => void;
  fail: (error: Error) => void;
}

export interface Lease<Session> {
  session: Session;
  reused: boolean;
}

/** Opens on demand, leases exclusively, closes idle or unhealthy sessions. */
export class SessionPool<Session extends Pick<DatabaseSession, 'healthy' | 'close' | 'destroy'>> {
  private readonly closing = new AbortController();
  private readonly idle: { session: Session; since: number }[] = [];
  private readonly busy = new Set<Session>();
  private readonly generations = new WeakMap<Session, number>();
  private readonly waiting: Waiter<Session>[] = [];
  private opening = 0;
  private generation = 0;
  private reaper: NodeJS.Timeout | null = null;

  /** @param open its signal aborts when the pool closes */
  constructor(
    private readonly open: (signal: AbortSignal) => Promise<Session>,
    private readonly limits: PoolLimits,
  ) {}

  get size(): number {
    return this.idle.length + this.busy.size + this.opening;
  }

  /** Discards an unhealthy session. */
  async use<Result>(work: (lease: Lease<Session>) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const lease = await this.acquire(signal);
    try {
      return await work(lease);
    } finally {
      this.release(lease.session);
    }
  }

  /** After a dead session the others are probably dead. */
  dropIdle(): void {
    for (const { session } of this.idle.splice(0)) session.destroy();
  }

  /** Discards all sessions: idle ones now, others on release. */
  retire(): void {
    this.generation += 1;
    this.dropIdle();
  }

  /** Busy ones get a lost connection. */
  async close(): Promise<void> {
    this.closing.abort(targetFault('TARGET_CLOSED'));
    this.stopReaper();
    for (const waiter of this.waiting.splice(0)) waiter.fail(targetFault('TARGET_CLOSED'));
    for (const session of this.busy) session.destroy();
    await Promise.allSettled(this.idle.splice(0).map(({ session }) => session.close()));
  }

  private async acquire(signal: AbortSignal): Promise<Lease<Session>> {
    signal.throwIfAborted();
    if (this.closing.signal.aborted) throw targetFault('TARGET_CLOSED');
    const idle = this.takeIdle();
    return idle ? { session: idle, reused: true } : this.wait(signal);
  }

  private takeIdle(): Session | null {
    for (let entry = this.idle.pop(); entry; entry = this.idle.pop()) {
      if (entry.session.healthy) {
        this.busy.add(entry.session);
        return entry.session;
      }
      entry.session.destroy();
    }
    return null;
  }

  /** Waits for a release; opens another session at once if there is none, else after `growAfterMs`. */
  private wait(signal: AbortSignal): Promise<Lease<Session>> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter<Session> = {
        take: (lease) => settle(() => resolve(lease)),
        fail: (error) => settle(() => reject(error)),
      };
      const settle = (outcome: () => void): void => {
        clearTimeout(growth);
        clearTimeout(deadline);
        signal.removeEventListener('abort', abort);
        const place = this.waiting.indexOf(waiter);
        if (place >= 0) this.waiting.splice(place, 1);
        outcome();
      };
      const abort = (): void => waiter.fail(signal.reason as Error);
      const growth = setTimeout(() => this.grow(), this.limits.growAfterMs);
      const deadline = setTimeout(() => waiter.fail(targetFault('TARGET_POOL_EXHAUSTED')), this.limits.acquireMs);
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.push(waiter);
      if (this.size === 0) this.grow();
    });
  }

  private grow(): void {
    if (this.size >= this.limits.max || this.closing.signal.aborted) return;
    this.opening += 1;
    const generation = this.generation;
    this.open(this.closing.signal).then(
      (session) => {
        this.opening -= 1;
        this.generations.set(session, generation);
        this.offer({ session, reused: false });
      },
      (error: unknown) => {
        this.opening -= 1;
        if (this.size > 0) return;
        for (const waiter of this.waiting.splice(0)) waiter.fail(error as Error);
      },
    );
  }

  private release(session: Session): void {
    this.busy.delete(session);
    this.offer({ session, reused: true });
  }

  private offer(lease: Lease<Session>): void {
    const { session } = lease;
    if (!session.healthy || this.generations.get(session) !== this.generation || this.closing.signal.aborted) {
      session.destroy();
      this.replaceForWaiters();
      return;
    }
    const next = this.waiting[0];
    if (next) {
      this.busy.add(session);
      next.take(lease);
      return;
    }
    this.idle.push({ session, since: performance.now() });
    this.startReaper();
  }

  /** A lost session will not be released, so waiters need a replacement. */
  private replaceForWaiters(): void {
    if (this.waiting.length > 0) this.grow();
  }

  private startReaper(): void {
    this.reaper ??= setInterval(() => this.reap(), Math.max(10, this.limits.idleMs / 2)).unref();
  }

  private stopReaper(): void {
    if (this.reaper) clearInterval(this.reaper);
    this.reaper = null;
  }

  private reap(): void {
    const oldest = performance.now() - this.limits.idleMs;
    while (this.idle[0] && this.idle[0].since <= oldest) {
      const { session } = this.idle.shift() as { session: Session };
      session.close().catch(() => session.destroy());
    }
    if (this.idle.length === 0) this.stopReaper();
  }
}

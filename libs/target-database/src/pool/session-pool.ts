import type { DatabaseSession } from '../session.js';
import { targetFault } from '../target-faults.js';

/** Limits of a pool; times in milliseconds. */
export interface PoolLimits {
  /** Sessions at most. */
  max: number;
  /** A session unused for so long is closed. */
  idleMs: number;
  /** How long a caller waits for a session before `TARGET_POOL_EXHAUSTED`. */
  acquireMs: number;
  /** How long a caller waits for a busy session to come back before another one is opened. */
  growAfterMs: number;
}

interface Waiter<Session> {
  take: (session: Session) => void;
  fail: (error: Error) => void;
}

/** What a caller gets: a session, and whether it had been used before. */
export interface Lease<Session> {
  session: Session;
  reused: boolean;
}

/** Sessions of one workspace: opened as needed, handed out one caller at a time, closed when idle or unhealthy. */
export class SessionPool<Session extends Pick<DatabaseSession, 'healthy' | 'close' | 'destroy'>> {
  readonly #open: () => Promise<Session>;
  readonly #limits: PoolLimits;
  readonly #idle: { session: Session; since: number }[] = [];
  readonly #busy = new Set<Session>();
  readonly #waiting: Waiter<Session>[] = [];
  #opening = 0;
  #closed = false;
  #reaper: NodeJS.Timeout | null = null;

  constructor(open: () => Promise<Session>, limits: PoolLimits) {
    this.#open = open;
    this.#limits = limits;
  }

  /** Sessions open or being opened. */
  get size(): number {
    return this.#idle.length + this.#busy.size + this.#opening;
  }

  /** Runs `work` with a session and takes it back, or lets go of it when it is no longer healthy. */
  async use<Result>(work: (lease: Lease<Session>) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const lease = await this.#acquire(signal);
    try {
      return await work(lease);
    } finally {
      this.#release(lease.session);
    }
  }

  /** Closes idle sessions at once, busy ones the hard way: whoever uses them sees a lost connection. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopReaper();
    for (const waiter of this.#waiting.splice(0)) waiter.fail(targetFault('TARGET_CLOSED'));
    for (const session of this.#busy) session.destroy();
    await Promise.allSettled(this.#idle.splice(0).map(({ session }) => session.close()));
  }

  async #acquire(signal: AbortSignal): Promise<Lease<Session>> {
    signal.throwIfAborted();
    if (this.#closed) throw targetFault('TARGET_CLOSED');
    const idle = this.#takeIdle();
    if (idle) return { session: idle, reused: true };
    if (this.size === 0 || (this.#limits.growAfterMs === 0 && this.size < this.#limits.max)) {
      return { session: await this.#openOne(), reused: false };
    }
    return this.#wait(signal);
  }

  #takeIdle(): Session | null {
    for (let entry = this.#idle.pop(); entry; entry = this.#idle.pop()) {
      if (entry.session.healthy) {
        this.#busy.add(entry.session);
        return entry.session;
      }
      entry.session.destroy();
    }
    return null;
  }

  async #openOne(): Promise<Session> {
    this.#opening += 1;
    try {
      const session = await this.#open();
      if (this.#closed) {
        session.destroy();
        throw targetFault('TARGET_CLOSED');
      }
      this.#busy.add(session);
      return session;
    } finally {
      this.#opening -= 1;
    }
  }

  /** Waits for a session that comes back; opens another one when that takes too long and there is room. */
  #wait(signal: AbortSignal): Promise<Lease<Session>> {
    return new Promise((resolve, reject) => {
      const waiter: Waiter<Session> = {
        take: (session) => settle(() => resolve({ session, reused: true })),
        fail: (error) => settle(() => reject(error)),
      };
      const settle = (outcome: () => void): void => {
        clearTimeout(growth);
        clearTimeout(deadline);
        signal.removeEventListener('abort', abort);
        const place = this.#waiting.indexOf(waiter);
        if (place >= 0) this.#waiting.splice(place, 1);
        outcome();
      };
      const abort = (): void => waiter.fail(signal.reason as Error);
      const growth = setTimeout(() => this.#grow(waiter), this.#limits.growAfterMs);
      const deadline = setTimeout(() => waiter.fail(targetFault('TARGET_POOL_EXHAUSTED')), this.#limits.acquireMs);
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiter);
    });
  }

  #grow(waiter: Waiter<Session>): void {
    if (this.size >= this.#limits.max) return;
    this.#openOne().then(
      (session) => this.#release(session),
      // Others may still come back to this waiter; only when nothing is left to wait for does it fail.
      (error: unknown) => {
        if (this.size === 0) waiter.fail(error as Error);
      },
    );
  }

  #release(session: Session): void {
    this.#busy.delete(session);
    if (!session.healthy || this.#closed) {
      session.destroy();
      this.#replaceForWaiters();
      return;
    }
    const next = this.#waiting[0];
    if (next) {
      this.#busy.add(session);
      next.take(session);
      return;
    }
    this.#idle.push({ session, since: performance.now() });
    this.#startReaper();
  }

  /** After a session was lost, whoever waits must not wait for the next return only. */
  #replaceForWaiters(): void {
    const next = this.#waiting[0];
    if (next && !this.#closed) this.#grow(next);
  }

  #startReaper(): void {
    this.#reaper ??= setInterval(() => this.#reap(), Math.max(10, this.#limits.idleMs / 2)).unref();
  }

  #stopReaper(): void {
    if (this.#reaper) clearInterval(this.#reaper);
    this.#reaper = null;
  }

  #reap(): void {
    const oldest = performance.now() - this.#limits.idleMs;
    while (this.#idle[0] && this.#idle[0].since <= oldest) {
      const { session } = this.#idle.shift() as { session: Session };
      session.close().catch(() => session.destroy());
    }
    if (this.#idle.length === 0) this.#stopReaper();
  }
}

import { describe, expect, it } from '@jest/globals';
import { eventually } from '@assay/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { SessionPool, type PoolLimits } from './session-pool.js';

class FakeSession {
  healthy = true;
  closed = false;

  async close(): Promise<void> {
    this.closed = true;
  }

  destroy(): void {
    this.healthy = false;
    this.closed = true;
  }
}

const LIMITS: PoolLimits = { max: 3, idleMs: 60_000, acquireMs: 60_000, growAfterMs: 5 };

const never = (): AbortSignal => new AbortController().signal;

function fixture(limits: Partial<PoolLimits> = {}): {
  pool: SessionPool<FakeSession>;
  opened: FakeSession[];
  failWith: (error: Error | null) => void;
} {
  const opened: FakeSession[] = [];
  let failure: Error | null = null;
  const open = async (): Promise<FakeSession> => {
    await delay(1);
    if (failure) throw failure;
    const session = new FakeSession();
    opened.push(session);
    return session;
  };
  return { pool: new SessionPool(open, { ...LIMITS, ...limits }), opened, failWith: (error) => (failure = error) };
}

describe('the session pool', () => {
  it('uses a session again rather than opening another one', async () => {
    const { pool, opened } = fixture();
    const leases: boolean[] = [];
    for (let round = 0; round < 5; round += 1) await pool.use(async ({ reused }) => leases.push(reused), never());
    expect(opened).toHaveLength(1);
    expect(leases).toEqual([false, true, true, true, true]);
  });

  it('grows only as far as it may, and serves everyone', async () => {
    const { pool, opened } = fixture();
    const inUse = new Set<FakeSession>();
    let shared = false;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        pool.use(async ({ session }) => {
          shared ||= inUse.has(session);
          inUse.add(session);
          await delay(10);
          inUse.delete(session);
        }, never()),
      ),
    );
    expect(opened).toHaveLength(3);
    expect(shared).toBe(false);
  });

  it('does not grow for work that is over at once', async () => {
    const { pool, opened } = fixture({ growAfterMs: 60_000 });
    await Promise.all(Array.from({ length: 20 }, () => pool.use(async () => undefined, never())));
    expect(opened).toHaveLength(1);
  });

  it('lets go of sessions that are no longer healthy', async () => {
    const { pool, opened } = fixture();
    await pool.use(async ({ session }) => (session.healthy = false), never());
    await pool.use(async () => undefined, never());
    expect(opened).toHaveLength(2);
    expect(opened[0]?.closed).toBe(true);
  });

  it('replaces a session that was lost for those who wait', async () => {
    const { pool } = fixture({ max: 1 });
    const lost = pool.use(async ({ session }) => {
      await delay(10);
      session.healthy = false;
    }, never());
    const next = pool.use(async () => 'served', never());
    await lost;
    expect(await next).toBe('served');
  });

  it('fails all waiting requests if no session can be opened, and recovers', async () => {
    const { pool, failWith } = fixture();
    failWith(new Error('nobody answers'));
    const all = Array.from({ length: 4 }, () => pool.use(async () => undefined, never()));
    for (const one of await Promise.allSettled(all)) expect(one).toMatchObject({ status: 'rejected' });
    failWith(null);
    expect(await pool.use(async () => 'served', never())).toBe('served');
  });

  it('gives up waiting in time, and at once when cancelled', async () => {
    const { pool } = fixture({ max: 1, acquireMs: 20 });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const busy = pool.use(() => ended, never());
    await expect(pool.use(async () => undefined, never())).rejects.toMatchObject({ code: 'TARGET_POOL_EXHAUSTED' });
    const controller = new AbortController();
    const cancelled = pool.use(async () => undefined, controller.signal);
    controller.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    end();
    await busy;
  });

  it('closes sessions that lie idle', async () => {
    const { pool, opened } = fixture({ idleMs: 20 });
    await pool.use(async () => undefined, never());
    await eventually(() => opened[0]?.closed);
    expect(pool.size).toBe(0);
  });

  it('closes everything, and serves no more calls', async () => {
    const { pool, opened } = fixture();
    const busy = pool.use(() => delay(20), never());
    await delay(5);
    await pool.close();
    await busy;
    expect(opened.every((session) => session.closed)).toBe(true);
    await expect(pool.use(async () => undefined, never())).rejects.toMatchObject({ code: 'TARGET_CLOSED' });
  });
});

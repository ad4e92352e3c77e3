import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { RequestGate } from './request-gate.js';

const never = (): AbortSignal => new AbortController().signal;

describe('the request gate', () => {
  it('never lets more run than it may, and everyone in the end', async () => {
    const gate = new RequestGate({ running: 3, queued: 100 });
    let running = 0;
    let most = 0;
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        gate.run(async () => {
          order.push(index);
          most = Math.max(most, (running += 1));
          await delay(2);
          running -= 1;
        }, never()),
      ),
    );
    expect(most).toBe(3);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(gate.inFlight).toBe(0);
  });

  it('rejects a request that would wait behind too many', async () => {
    const gate = new RequestGate({ running: 1, queued: 1 });
    const first = gate.run(() => delay(20), never());
    const second = gate.run(() => delay(1), never());
    await expect(gate.run(() => delay(1), never())).rejects.toMatchObject({
      code: 'TARGET_QUEUE_FULL',
      retryable: true,
    });
    await Promise.all([first, second]);
  });

  it('releases a waiter that is cancelled, and keeps its count', async () => {
    const gate = new RequestGate({ running: 1, queued: 5 });
    const first = gate.run(() => delay(20), never());
    const controller = new AbortController();
    let ran = false;
    const cancelled = gate.run(async () => (ran = true), controller.signal);
    const third = gate.run(async () => 'third', never());
    controller.abort(new Error('cancelled'));
    await expect(cancelled).rejects.toThrow('cancelled');
    await first;
    expect(await third).toBe('third');
    expect(ran).toBe(false);
    expect(gate.inFlight).toBe(0);
  });

  it('continues after work that failed', async () => {
    const gate = new RequestGate({ running: 1, queued: 5 });
    await expect(gate.run(() => Promise.reject(new Error('broken')), never())).rejects.toThrow('broken');
    expect(await gate.run(async () => 'next', never())).toBe('next');
  });
});

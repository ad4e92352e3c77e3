import { expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultStage } from './fault-stage.js';

/** A process stops longer than a heartbeat may be missing, and wakes after its work was done elsewhere. */
export function describeFreezes(stage: () => FaultStage): void {
  it('a worker that freezes past its heartbeat, wakes, and hands in late', async () => {
    const { fleet, frozenMs } = stage();
    const second = await fleet.startBeside('evaluator');
    await second.ready();
    const working = fleet.ledger.next(({ agent }) => agent === 'evaluator');
    await stage().play(
      `evaluator frozen for ${frozenMs} ms`,
      async (flight) => {
        await working;
        const from = performance.now();
        fleet.process('evaluator').freeze();
        const fault = await flight.met(from, ['evaluator'], Number.POSITIVE_INFINITY);
        await delay(frozenMs);
        fleet.process('evaluator').wake();
        fault.to = performance.now();
        return from;
      },
      'asked',
    );
    expect(await second.stop()).toBe(0);
  });

  it('two coordinators, of which one freezes and one is killed', async () => {
    const { fleet, frozenMs } = stage();
    const second = await fleet.startBeside('coordinator');
    await second.ready();
    await stage().play(`one of two coordinators frozen for ${frozenMs} ms`, async () => {
      const from = performance.now();
      second.freeze();
      await delay(frozenMs);
      second.wake();
      return from;
    });
    await stage().play('one of two coordinators killed', async () => {
      const from = performance.now();
      await second.kill();
      return from;
    });
  });
}

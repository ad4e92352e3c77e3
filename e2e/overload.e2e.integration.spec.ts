import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { problemOf } from './harness/api-client.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { SMALL } from './harness/world.js';

/** Half of this is what waiting work may be old at most, seconds. */
const DEADLINE = 6;

describe('a backlog', () => {
  let world: OwnWorld;
  beforeAll(async () => {
    // one task at a time in each service: whatever else there is has to wait
    world = await createWorld({ env: { ASSAY_CONCURRENCY: '1' } });
  });
  afterAll(() => world?.end());

  const ask = (settings: object): ReturnType<typeof world.api.post> =>
    world.api.post('/v1/questions', {
      workspace: world.workspace,
      question: 'How many are late?',
      settings: { ...SMALL, ...settings },
    });

  it('whose oldest task has waited for half the deadline refuses questions, and says when to come again', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    const blocking = await world.ask({ any: (call) => (call.agent === 'generator' ? held : undefined) });
    while (world.cast.callsOf(blocking.id, 'generator').length === 0) await delay(10);
    // not yet: nothing has waited for long
    expect((await ask({ deadlineSeconds: 600 })).status).toBe(202);
    await delay((DEADLINE / 2 + 1) * 1000);
    const refused = await ask({ deadlineSeconds: DEADLINE });
    expect(refused.status).toBe(429);
    expect(problemOf(refused).code).toBe('OVERLOADED');
    const wait = Number(refused.headers.get('retry-after'));
    expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true);
    // whoever has the time may still ask
    expect((await ask({ deadlineSeconds: 600 })).status).toBe(202);
    release();
    expect((await world.ended(blocking.id)).status).toBe('GOLD');
    const until = Date.now() + 300_000;
    let again = await ask({ deadlineSeconds: DEADLINE });
    while (again.status === 429 && Date.now() < until) {
      await delay(500);
      again = await ask({ deadlineSeconds: DEADLINE });
    }
    expect(again.status).toBe(202);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, QueueView } from '@assay/contracts';
import { eventually } from '@assay/testing';
import { problemOf } from './harness/api-client.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { SMALL } from './harness/world.js';

/** Waiting work may be half as old. */
const DEADLINE = 4;

describe('a backlog', () => {
  let world: OwnWorld;
  beforeAll(async () => {
    // one task per service: others wait
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
    await eventually(() => world.cast.callsOf(blocking.id, 'generator').length > 0);
    // nothing has waited yet
    expect((await ask({ deadlineSeconds: 600 })).status).toBe(202);
    await eventually(async () => {
      const { items } = await world.api.expect<Page<QueueView>>(200, 'GET', '/v1/queues');
      return items.some(({ name, oldestSeconds }) => name === 'generator' && (oldestSeconds ?? 0) > DEADLINE / 2);
    });
    const refused = await ask({ deadlineSeconds: DEADLINE });
    expect(refused.status).toBe(429);
    expect(problemOf(refused).code).toBe('OVERLOADED');
    const wait = Number(refused.headers.get('retry-after'));
    expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true);
    // longer deadlines are accepted
    expect((await ask({ deadlineSeconds: 600 })).status).toBe(202);
    release();
    expect((await world.ended(blocking.id)).status).toBe('GOLD');
    await eventually(async () => (await ask({ deadlineSeconds: DEADLINE })).status === 202);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  DeadLetterDetail,
  DeadLetterView,
  Page,
  QueueDrain,
  QueueRetry,
  QueueView,
  Redriven,
} from '@assay/contracts';
import { describeWith, startTestRedis, type TestRedis } from '@assay/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { problemOf } from './harness/api-client.js';
import { ofType } from './harness/event-schema.js';
import type { Script } from './harness/script.js';
import { createWorld } from './harness/own-world.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const REFUSED = { status: 404, body: { error: { message: 'there is no such model' } } };

/** Fails generators until fixed. */
function brokenGenerator(): { script: Script; mend: () => void } {
  let broken = true;
  return {
    script: { any: ({ agent }) => (broken && agent === 'generator' ? REFUSED : undefined) },
    mend: () => (broken = false),
  };
}

function operatorsCan(world: () => World): void {
  const queue = async (name: string): Promise<QueueView> => {
    const { items } = await world().api.expect<Page<QueueView>>(200, 'GET', '/v1/queues');
    return items.find((view) => view.name === name) as QueueView;
  };
  const post = <Body>(path: string): Promise<Body> => world().api.expect<Body>(200, 'POST', path);
  const lettersOf = async (run: string): Promise<DeadLetterView[]> => {
    const { items } = await world().api.expect<Page<DeadLetterView>>(200, 'GET', '/v1/dead-letters?limit=200');
    return items.filter((letter) => letter.run === run);
  };
  const until = async <Value>(look: () => Promise<Value | false | undefined>): Promise<Value> => {
    for (const end = Date.now() + 150_000; Date.now() < end; await delay(50)) {
      const seen = await look();
      if (seen) return seen;
    }
    throw new Error('it did not come to that');
  };

  // Assay goes on for other suites
  afterEach(async () => {
    for (const name of ['generator', 'evaluator']) await post(`/v1/queues/${name}/resume`);
  });

  it('see every queue, and the depth and age of one that is paused', async () => {
    const { items } = await world().api.expect<Page<QueueView>>(200, 'GET', '/v1/queues');
    expect(items.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['generator', 'evaluator', 'db-sampler', 'coordinator', 'questions', 'story-evaluations']),
    );
    expect(await post('/v1/queues/evaluator/pause')).toMatchObject({ name: 'evaluator', paused: true });
    const { id } = await world().ask();
    const held = await until(async () => {
      const view = await queue('evaluator');
      return view.waiting > 0 && view;
    });
    expect(held).toMatchObject({ kind: 'tasks', paused: true, waiting: 1, active: 0, failed: 0 });
    await until(async () => ((await queue('evaluator')).oldestSeconds ?? 0) > 0.4);
    // published after the commit
    await until(async () => (await queue('evaluator')).jobs.waiting > 0);
    expect((await world().view(id)).status).toBe('RUNNING');
    expect(await post('/v1/queues/evaluator/resume')).toMatchObject({ paused: false });
    expect((await world().recordOf(id)).status).toBe('GOLD');
    expect(await queue('evaluator')).toMatchObject({ waiting: 0, active: 0, oldestSeconds: null });
  });

  it('throw waiting jobs away without losing pending tasks', async () => {
    await post('/v1/queues/generator/pause');
    const { id } = await world().ask();
    await until(async () => (await queue('generator')).jobs.waiting >= 3);
    const { removed } = await post<QueueDrain>('/v1/queues/generator/drain');
    expect(removed).toBeGreaterThanOrEqual(3);
    await post('/v1/queues/generator/resume');
    const record = await world().recordOf(id);
    expect(record.status).toBe('GOLD');
    expect(world().cast.callsOf(id, 'generator')).toHaveLength(3);
  });

  it('drive a dead task again while its stage is open, once', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
    const { script, mend } = brokenGenerator();
    const asked = await world().ask({
      any: (call) => (call.agent === 'generator' && call.job === 0 ? held : script.any?.(call)),
    });
    const letters = await until(async () => {
      const found = await lettersOf(asked.id);
      return found.length === 2 && found;
    });
    const [letter] = letters as [DeadLetterView];
    expect(letter).toMatchObject({ queue: 'generator', product: 'question', runStatus: 'RUNNING', stage: 'generate' });
    const path = `/v1/dead-letters/${letter.id}`;
    const detail = await world().api.expect<DeadLetterDetail>(200, 'GET', path);
    expect(detail).toMatchObject({ ...letter, error: { code: expect.stringMatching(/^MODEL_/) } });
    expect(detail.steps.length).toBeGreaterThan(0);
    mend();
    expect(await post<Redriven>(`${path}/retry`)).toEqual({ task: letter.id, outcome: 'REQUEUED' });
    await until(async () => (await lettersOf(asked.id)).length === 1);
    const again = await world().api.post(`${path}/retry`);
    expect(again.status).toBe(409);
    expect(problemOf(again).code).toBe('NOT_DEAD');
    release();
    const record = await world().recordOf(asked.id);
    expect(record.status).toBe('GOLD');
    expect(ofType(record.events, 'candidate-generated')).toHaveLength(2);
    expect(ofType(record.events, 'warning-raised').map(({ code }) => code)).toEqual(['TASK_REDRIVEN']);
    // its question was decided without it
    const [other] = (await lettersOf(asked.id)) as [DeadLetterView];
    const refused = await world().api.post(`/v1/dead-letters/${other.id}/retry`);
    expect([refused.status, problemOf(refused).code]).toEqual([409, 'RUN_DECIDED']);
  });

  it('ask again what ended in ERROR for its dead tasks, and once only', async () => {
    const { script, mend } = brokenGenerator();
    const { record: before, question } = await world().play(script);
    expect(before.status).toBe('ERROR');
    mend();
    const letters = await lettersOf(before.id);
    expect(letters.length).toBeGreaterThan(0);
    const redriven = await post<QueueRetry>('/v1/queues/generator/retry');
    const ours = redriven.redriven.filter(({ task }) => letters.some(({ id }) => id === task));
    expect(ours).toHaveLength(letters.length);
    const questions = new Set(ours.map((one) => (one.outcome === 'ASKED_AGAIN' ? one.question : one.outcome)));
    expect(questions.size).toBe(1);
    const [again] = [...questions] as [string];
    const record = await world().recordOf(again);
    expect(record).toMatchObject({ status: 'GOLD', question, settings: before.settings });
    expect(await world().api.expect(200, 'GET', `/v1/questions/${before.id}/record`)).toEqual(before);
    const once = await post<Redriven>(`/v1/dead-letters/${letters[0]?.id}/retry`);
    expect(once).toEqual({ task: letters[0]?.id, outcome: 'ASKED_AGAIN', question: again });
  });

  it('see the queues on a board that needs nothing of another host', async () => {
    const page = await world().api.get<string>('/queues/');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const address = world().api.url;
    const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    const parts = links.filter((link) => /\.(js|css)$/.test(link));
    expect(parts.length).toBeGreaterThan(1);
    for (const link of links) expect(new URL(link, `${address}/queues/`).origin).toBe(address);
    for (const part of parts) {
      expect([part, (await world().api.get(new URL(part, `${address}/queues/`).pathname)).status]).toEqual([part, 200]);
    }
    // data blocks are no inline scripts for CSP
    for (const [, attributes = ''] of page.body.matchAll(/<script([^>]*)>/g)) {
      expect(attributes).toMatch(/src=|type="application\/json"/);
    }
    const { queues } = await world().api.expect<{ queues: { name: string; isPaused: boolean }[] }>(
      200,
      'GET',
      '/queues/api/queues?page=1&jobsPerPage=10',
    );
    expect(queues.map(({ name }) => name)).toEqual(expect.arrayContaining(['generator', 'questions']));
    expect((await world().api.send('PUT', '/queues/api/queues/generator/pause')).status).toBe(200);
    expect(await queue('generator')).toMatchObject({ paused: true });
    expect((await world().api.get('/queues/api/redis/stats')).status).toBe(200);
  });

  it('get 404 for unknown queues and dead letters', async () => {
    for (const [method, path] of [
      ['POST', '/v1/queues/nonsense/pause'],
      ['GET', '/v1/dead-letters/nonsense'],
      ['GET', '/v1/dead-letters/01890a5d-ac96-774b-bcce-b302099a8057'],
      ['POST', '/v1/dead-letters/01890a5d-ac96-774b-bcce-b302099a8057/retry'],
    ] as const) {
      const reply = await world().api.send(method, path);
      expect([path, reply.status]).toEqual([path, 404]);
      problemOf(reply);
    }
  });
}

describe('operators, with queues on Postgres,', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  operatorsCan(() => world);
});

describeWith('redis-server', 'operators, with queues on Redis,', () => {
  let redis: TestRedis | null;
  let world: World;
  beforeAll(async () => {
    redis = await startTestRedis();
    world = await createWorld({ env: { REDIS_URL: redis?.url ?? '' } });
  });
  afterAll(async () => {
    await world?.end();
    await redis?.stop();
  });

  operatorsCan(() => world);
});

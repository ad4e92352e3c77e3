import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type CreatedApiKey, type Id, type Page } from '@assay/contracts';
import { request } from 'node:http';
import { ApiFixture, type Answer, type Ask } from '../testing/api-fixture.js';

const ADMIN = 'the-admin-key-of-this-test';
const METRICS = 'the-token-of-prometheus';
const bearer = (key: string): { headers: Record<string, string> } => ({ headers: { authorization: `Bearer ${key}` } });

describe('API keys', () => {
  let api: ApiFixture;
  let mine: Id;
  let theirs: Id;
  let key: CreatedApiKey;

  const as = <Body>(who: string, route: string, ask: Ask = {}): Promise<Answer<Body>> =>
    api.call<Body>(route, { ...ask, headers: { ...ask.headers, ...bearer(who).headers } });
  const makeWorkspace = async (name: string): Promise<Id> => {
    const body = { name, database: { dialect: 'postgres', url: 'postgres://reader@db/shop' } };
    return (await as<{ id: Id }>(ADMIN, 'POST /v1/workspaces', { body })).body.id;
  };
  const makeKey = async (body: object): Promise<CreatedApiKey> => {
    const created = await as<CreatedApiKey>(ADMIN, 'POST /v1/api-keys', { body });
    expect(created.status).toBe(201);
    return created.body;
  };

  beforeAll(async () => {
    api = await ApiFixture.start({
      ASSAY_API_KEYS: `other-admin-key,${ADMIN}`,
      ASSAY_METRICS_TOKEN: METRICS,
      ASSAY_TRUSTED_PROXIES: '127.0.0.1',
      ASSAY_MAX_STREAMS: '2',
    });
    mine = await makeWorkspace('mine');
    theirs = await makeWorkspace('theirs');
    key = await makeKey({ name: 'backend', workspaces: [mine] });
  });
  afterAll(() => api.stop());

  it('are asked for everywhere but at the pages and the health of the process', async () => {
    for (const path of ['/v1/questions', '/v1/workspaces', '/v1/api-keys', `/v1/questions/${newId()}/events`]) {
      for (const headers of [
        {},
        { authorization: 'Bearer wrong' },
        { authorization: `Basic ${ADMIN}` },
        { authorization: ADMIN },
      ]) {
        expect(await api.problem(`GET ${path}`, { headers: headers as Record<string, string> })).toMatchObject({
          status: 401,
        });
      }
    }
    const { headers: unanswered } = await api.call('GET /v1/questions');
    expect([unanswered.get('www-authenticate'), unanswered.get('cache-control')]).toEqual(['Bearer', 'no-store']);
    expect((await api.call(`GET /v1/questions?key=${ADMIN}&access_token=${ADMIN}`)).status).toBe(401);
    expect((await as('other-admin-key', 'GET /v1/api-keys')).status).toBe(200);
    for (const path of ['/health/live', '/health/ready', '/openapi.json', '/docs/', '/']) {
      expect((await api.call(`GET ${path}`)).status).toBe(200);
    }
  });

  it('open the metrics where they are of an admin, as their own token does, which opens nothing else', async () => {
    expect(await api.problem('GET /metrics')).toMatchObject({ status: 401 });
    expect(await api.problem('GET /metrics', bearer(key.key))).toMatchObject({ status: 403 });
    for (const good of [ADMIN, METRICS]) {
      const { status, body } = await as<string>(good, 'GET /metrics');
      expect([status, body.includes('# TYPE')]).toEqual([200, true]);
    }
    expect(await api.problem('GET /v1/questions', bearer(METRICS))).toMatchObject({ status: 401 });
  });

  it('cannot be guessed: attempts per address are limited, and valid keys still pass', async () => {
    const from = (address: string, who: string): Ask => ({
      headers: { 'x-forwarded-for': `203.0.113.9, ${address}`, ...bearer(who).headers },
    });
    const answers = new Map<number, Answer>();
    for (let tried = 0; tried < 40; tried += 1) {
      const answer = await api.call('GET /v1/questions', from('198.51.100.7', `wrong-${tried}`));
      answers.set(answer.status, answer);
    }
    expect([...answers.keys()]).toEqual([401, 429]);
    expect(Number(answers.get(429)?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    for (const good of [ADMIN, key.key]) {
      expect((await api.call('GET /v1/questions', from('198.51.100.7', good))).status).toBe(200);
    }
    expect((await api.call('GET /v1/questions', from('198.51.100.8', 'wrong'))).status).toBe(401);
  });

  it('follow so many questions at once', async () => {
    const question = await as<{ id: Id }>(ADMIN, 'POST /v1/questions', { body: { workspace: mine, question: 'x?' } });
    const path = `/v1/questions/${question.body.id}/events`;
    const open = async (): Promise<{ status: number; end: () => void }> => {
      const ended = new AbortController();
      const { status } = await fetch(`${api.service.url}${path}`, { ...bearer(ADMIN), signal: ended.signal });
      return { status, end: () => ended.abort() };
    };
    const streams = [await open(), await open()];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    expect(await api.problem(`GET ${path}`, bearer(ADMIN))).toMatchObject({ status: 429, code: 'TOO_MANY_STREAMS' });
    streams.forEach(({ end }) => end());
    for (let tried = 0; ; tried += 1) {
      const again = await open();
      again.end();
      if (again.status === 200) break;
      if (tried > 100) throw new Error('no slot was given back');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  it('come before the body is looked at', async () => {
    expect(await api.problem('POST /v1/questions', { text: '{' })).toMatchObject({ status: 401 });
  });

  it('are shown once and stored hashed', async () => {
    expect(key.key).toMatch(/^assay_[\w-]{43}$/);
    const listed = await as<Page<object>>(ADMIN, 'GET /v1/api-keys');
    expect(listed.body.items).toContainEqual({
      id: key.id,
      name: 'backend',
      workspaces: [mine],
      admin: false,
      mayCurate: true,
      createdAt: key.createdAt,
    });
    const rows = await api.work.database.query({
      name: 'test_keys',
      text: 'select to_jsonb(k)::text as row from assay.api_keys k',
    });
    expect(JSON.stringify(rows)).not.toContain(key.key);
  });

  it('open their own workspaces and show nothing of others', async () => {
    const body = (workspace: string): Ask => ({ body: { workspace, question: 'How many?' } });
    const asked = await as<{ id: Id }>(key.key, 'POST /v1/questions', body('mine'));
    expect(asked.status).toBe(202);
    await api.finish(asked.body.id, 'GOLD', 'select 1');
    for (const rest of ['', '/record', '/events']) {
      expect((await as(key.key, `GET /v1/questions/${asked.body.id}${rest}`)).status).toBe(200);
    }
    const foreign = await as<{ id: Id }>(ADMIN, 'POST /v1/questions', body(theirs));
    for (const workspace of [theirs, 'theirs']) {
      expect((await as(key.key, 'POST /v1/questions', body(workspace))).status).toBe(404);
      expect((await as(key.key, `GET /v1/questions?workspace=${workspace}`)).status).toBe(404);
    }
    for (const path of ['', '/schema', '/gold-sqls']) {
      expect((await as(key.key, `GET /v1/workspaces/${mine}${path}`)).status).toBe(200);
      expect((await as(key.key, `GET /v1/workspaces/${theirs}${path}`)).status).toBe(404);
    }
    for (const rest of ['', '/record', '/rows', '/events']) {
      expect((await as(key.key, `GET /v1/questions/${foreign.body.id}${rest}`)).status).toBe(404);
    }
    for (const rest of ['/like', '/cancel']) {
      expect((await as(key.key, `POST /v1/questions/${foreign.body.id}${rest}`)).status).toBe(404);
    }
    const questions = await as<Page<{ id: Id; workspace: Id }>>(key.key, 'GET /v1/questions');
    expect(new Set(questions.body.items.map((item) => item.workspace))).toEqual(new Set([mine]));
    const workspaces = await as<Page<{ id: Id }>>(key.key, 'GET /v1/workspaces');
    expect(workspaces.body.items.map((item) => item.id)).toEqual([mine]);
  });

  it('may not do what is for admins', async () => {
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const attempts: [string, Ask][] = [
      ['POST /v1/workspaces', { body: { name: 'new', database } }],
      [`PATCH /v1/workspaces/${mine}`, { body: { directives: 'x' } }],
      [`PATCH /v1/workspaces/${mine}`, { body: { evidence: ['x'] } }],
      [`DELETE /v1/workspaces/${mine}`, {}],
      ['GET /v1/api-keys', {}],
      ['POST /v1/api-keys', { body: { name: 'more' } }],
      [`DELETE /v1/api-keys/${key.id}`, {}],
      ['GET /v1/queues', {}],
      ['POST /v1/queues/evaluator/pause', {}],
      ['POST /v1/queues/nonsense/drain', {}],
      ['POST /v1/queues/evaluator/retry', {}],
      ['GET /v1/dead-letters', {}],
      [`GET /v1/dead-letters/${newId()}`, {}],
      [`POST /v1/dead-letters/${newId()}/retry`, {}],
    ];
    for (const [route, ask] of attempts) {
      expect(await as(key.key, route, ask)).toMatchObject({ status: 403, body: { code: 'ADMIN_ONLY' } });
    }
    expect((await as(key.key, `DELETE /v1/workspaces/${theirs}`)).status).toBe(404);
  });

  it('need the right to curate for gold SQLs', async () => {
    const reader = await makeKey({ name: 'reader', workspaces: [mine], mayCurate: false });
    const asked = await as<{ id: Id }>(reader.key, 'POST /v1/questions', {
      body: { workspace: mine, question: 'Like?' },
    });
    await api.finish(asked.body.id, 'GOLD', 'select 1');
    expect(await as(reader.key, `POST /v1/questions/${asked.body.id}/like`)).toMatchObject({
      status: 403,
      body: { code: 'MAY_NOT_CURATE' },
    });
    const body = { question: 'q', sql: 'select 1' };
    expect((await as(reader.key, `POST /v1/workspaces/${mine}/gold-sqls`, { body })).status).toBe(403);
    expect((await as(key.key, `POST /v1/questions/${asked.body.id}/like`)).status).toBe(201);
  });

  it('have idempotency keys of their own', async () => {
    const other = await makeKey({ name: 'second backend', workspaces: [mine] });
    const ask = (who: string, question: string): Promise<Answer<{ id: Id }>> =>
      as(who, 'POST /v1/questions', { body: { workspace: mine, question }, headers: { 'idempotency-key': 'shared' } });
    const [first, second, admin] = [
      await ask(key.key, 'One?'),
      await ask(other.key, 'Two?'),
      await ask(ADMIN, 'Three?'),
    ];
    expect([first.status, second.status, admin.status]).toEqual([202, 202, 202]);
    expect((await ask(other.key, 'Two?')).body.id).toBe(second.body.id);
  });

  it('open nothing once revoked', async () => {
    const gone = await makeKey({ name: 'gone', workspaces: null });
    expect((await as(gone.key, 'GET /v1/questions')).status).toBe(200);
    expect((await as(ADMIN, `DELETE /v1/api-keys/${gone.id}`)).status).toBe(204);
    expect((await as(gone.key, 'GET /v1/questions')).status).toBe(401);
    expect((await as(ADMIN, `DELETE /v1/api-keys/${gone.id}`)).status).toBe(404);
    expect((await as(ADMIN, 'DELETE /v1/api-keys/nonsense')).status).toBe(404);
    const listed = await as<Page<{ id: Id }>>(ADMIN, 'GET /v1/api-keys');
    expect(listed.body.items.map((item) => item.id)).not.toContain(gone.id);
  });

  it.each<[string, object, string[]]>([
    ['no name', {}, ['name']],
    ['an unknown field', { name: 'n', scope: 'all' }, ['scope']],
    ['an empty list of workspaces', { name: 'n', workspaces: [] }, ['workspaces']],
    ['something that is no id', { name: 'n', workspaces: ['mine'] }, ['workspaces.0']],
    ['an id of no workspace', { name: 'n', workspaces: [newId()] }, ['workspaces.0']],
    ['an admin of some workspaces', { name: 'n', admin: true, workspaces: [newId()] }, ['workspaces']],
  ])('are not made of %s', async (_name, body, fields) => {
    const problem = await api.problem('POST /v1/api-keys', { body, ...bearer(ADMIN) });
    expect(problem).toEqual({ status: 422, code: 'VALIDATION_FAILED', fields });
  });
});

describe('an installation without keys', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start();
  });
  afterAll(() => api.stop());

  /** fetch sets Host itself. */
  function statusFor(headers: Record<string, string>, method = 'GET', path = '/v1/questions'): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = request(`${api.service.url}${path}`, { method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  it('serves loopback hosts and no others', async () => {
    for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000']) {
      expect(await statusFor({ host })).toBe(200);
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000', '10.0.0.1']) {
      expect(await statusFor({ host })).toBe(403);
      expect(await statusFor({ host }, 'GET', '/openapi.json')).toBe(403);
    }
  });

  it("does not let other sites' pages in", async () => {
    const cancel = `/v1/questions/${newId()}/cancel`;
    expect(await statusFor({ origin: 'https://evil.example' }, 'POST', cancel)).toBe(403);
    expect(await statusFor({ origin: 'null' }, 'POST', cancel)).toBe(403);
    expect(await statusFor({ origin: 'http://localhost:3000' }, 'POST', cancel)).toBe(404);
  });

  it('still takes a key at its word', async () => {
    const created = await api.call<CreatedApiKey>('POST /v1/api-keys', {
      body: { name: 'local', workspaces: [await api.workspace()] },
    });
    expect((await api.call('GET /v1/api-keys', bearer(created.body.key))).status).toBe(403);
    expect((await api.call('GET /v1/questions', bearer('assay_wrong'))).status).toBe(401);
  });
});

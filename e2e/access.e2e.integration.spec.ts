import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api, problemOf, type Reply } from './harness/api-client.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const ADMIN = 'admin-key-of-the-tests';
const OUR_PAGE = 'https://app.example';
/** Per minute and key. */
const REQUESTS = 40;
const QUESTIONS = 3;

describe('access to the API', () => {
  let world: OwnWorld;
  beforeAll(async () => {
    world = await createWorld({
      env: {
        ASSAY_API_KEYS: ADMIN,
        ASSAY_RATE_LIMIT: String(REQUESTS),
        ASSAY_RATE_LIMIT_QUESTIONS: String(QUESTIONS),
        ASSAY_CORS_ORIGINS: OUR_PAGE,
      },
    });
  });
  afterAll(() => world?.end());

  async function newKey(fields: object = {}): Promise<Api & { id: string }> {
    const created = await world.api.expect<{ id: string; key: string }>(201, 'POST', '/v1/api-keys', {
      name: `key-${process.hrtime.bigint()}`,
      ...fields,
    });
    return Object.assign(new Api(world.assay.url, { authorization: `Bearer ${created.key}` }), { id: created.id });
  }

  const ask = (key: Api): Promise<Reply> =>
    key.post('/v1/questions', {
      workspace: world.workspace,
      question: 'How many customers are there?',
      settings: { sqlCandidates: 1, testBatches: 1 },
    });

  function expectLimited(reply: Reply): void {
    expect(reply.status).toBe(429);
    expect(problemOf(reply).code).toBe('RATE_LIMITED');
    const wait = Number(reply.headers.get('retry-after'));
    expect(Number.isInteger(wait) && wait >= 1 && wait <= 60).toBe(true);
  }

  it('is limited to so many questions a minute by each key for itself', async () => {
    const [busy, quiet] = [await newKey(), await newKey()];
    for (let asked = 0; asked < QUESTIONS; asked++) expect((await ask(busy)).status).toBe(202);
    // a slow machine refills the bucket
    let last = await ask(busy);
    for (let more = 0; more < 10 * QUESTIONS && last.status === 202; more++) last = await ask(busy);
    expectLimited(last);
    expect((await busy.get('/v1/questions')).status).toBe(200);
    expect((await ask(quiet)).status).toBe(202);
  });

  it('is limited to so many requests a minute', async () => {
    const key = await newKey();
    const startedAt = performance.now();
    const replies = await Promise.all(Array.from({ length: REQUESTS + 5 }, () => key.get('/v1/workspaces')));
    const refused = replies.filter(({ status }) => status === 429);
    // refill while sending
    const gained = Math.ceil(((performance.now() - startedAt) * REQUESTS) / 60_000);
    expect(refused.length).toBeGreaterThanOrEqual(Math.max(0, 5 - gained));
    expect(refused.length).toBeLessThanOrEqual(5);
    refused.forEach(expectLimited);
    // requests come faster than the refill
    let last = await key.get('/v1/workspaces');
    for (let more = 0; more < 10 * REQUESTS && last.status !== 429; more++) last = await key.get('/v1/workspaces');
    expectLimited(last);
  });

  it('changes hands without a restart: a new admin key serves at once, an old one no more', async () => {
    const successor = await newKey({ admin: true });
    const next = await successor.expect<{ id: string; key: string }>(201, 'POST', '/v1/api-keys', {
      name: 'the next one',
      admin: true,
    });
    const last = new Api(world.assay.url, { authorization: `Bearer ${next.key}` });
    await last.expect(204, 'DELETE', `/v1/api-keys/${successor.id}`);
    expect((await successor.get('/v1/api-keys')).status).toBe(401);
    expect((await last.get('/v1/api-keys')).status).toBe(200);
  });

  it('that is refused is counted by its reason', async () => {
    const before = await refused();
    const unauthenticated = new Api(world.assay.url, { authorization: 'Bearer wrong' });
    expect((await unauthenticated.get('/v1/questions')).status).toBe(401);
    const reader = await newKey({ workspaces: [world.workspace] });
    expect((await reader.get('/v1/api-keys')).status).toBe(403);
    const huge = { workspace: world.workspace, question: 'x'.repeat(300_000) };
    expect((await reader.post('/v1/questions', huge)).status).toBe(413);
    const after = await refused();
    for (const code of ['UNAUTHORIZED', 'ADMIN_ONLY', 'BODY_TOO_LARGE']) {
      expect([code, (after.get(code) ?? 0) - (before.get(code) ?? 0)]).toEqual([code, 1]);
    }
  });

  async function refused(): Promise<Map<string, number>> {
    const { body } = await world.api.get<string>('/metrics');
    const lines = [...body.matchAll(/^assay_http_refused_total\{.*?code="(\w+)".*?\} (\d+)$/gm)];
    return new Map(lines.map(([, code = '', value]) => [code, Number(value)]));
  }

  it.each(['/v1/questions', '/docs/', '/'])('comes with security headers on %s', async (path) => {
    const { headers } = await world.api.get(path);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'self'.*script-src 'self'/);
    expect(headers.get('content-security-policy')).not.toMatch(/https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.has('x-powered-by')).toBe(false);
  });

  it('to the board of queues is for admin keys alone, as the password of a browser too', async () => {
    const basic = (key: string): Record<string, string> => ({
      authorization: `Basic ${Buffer.from(`anybody:${key}`).toString('base64')}`,
    });
    const anonymous = new Api(world.assay.url);
    for (const path of ['/queues', '/queues/', '/queues/api/queues', '/queues/static/js/main.js']) {
      const reply = await anonymous.get(path);
      expect([path, reply.status, reply.headers.get('www-authenticate')]).toEqual([
        path,
        401,
        'Basic realm="Assay queues", charset="UTF-8"',
      ]);
      problemOf(reply);
    }
    expect((await anonymous.get('/queues/', basic('wrong'))).status).toBe(401);
    const ofWorkspace = await world.api.expect<{ key: string }>(201, 'POST', '/v1/api-keys', {
      name: 'no admin',
      workspaces: [world.workspace],
    });
    expect((await anonymous.get('/queues/', basic(ofWorkspace.key))).status).toBe(403);
    const page = await anonymous.get('/queues/', basic(ADMIN));
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect((await world.api.get('/queues/')).status).toBe(200);
    const foreign = { ...basic(ADMIN), origin: 'https://evil.example' };
    const pause = await anonymous.send('PUT', '/queues/api/queues/generator/pause', undefined, { headers: foreign });
    expect([pause.status, problemOf(pause).code]).toEqual([403, 'ORIGIN_NOT_SERVED']);
  });

  it('is given to pages of the origins that were named, and of no others', async () => {
    const preflight = (origin: string): Promise<Reply> =>
      new Api(world.assay.url).send('OPTIONS', '/v1/questions', undefined, {
        headers: { origin, 'access-control-request-method': 'POST' },
      });
    expect((await preflight(OUR_PAGE)).headers.get('access-control-allow-origin')).toBe(OUR_PAGE);
    const foreign = await preflight('https://evil.example');
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('*');
  });
});

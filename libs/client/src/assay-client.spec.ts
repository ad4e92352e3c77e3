import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiProblem, AssayClient, ConnectionProblem } from './index.js';
import { FakeAssay, sampleId, sampleQuestion } from './testing/index.js';

const id = sampleId(1);
const other = sampleId(2);

let fake: FakeAssay;
let client: AssayClient;

beforeAll(async () => {
  fake = await FakeAssay.start();
  client = new AssayClient({ url: fake.url, apiKey: 'key-1' });
});
afterEach(() => {
  fake.requests.splice(0);
});
afterAll(async () => fake.close());

it.each<[string, (api: AssayClient) => Promise<unknown>]>([
  ['a workspace', (api) => api.workspaces.remove('..')],
  ['a schema', (api) => api.workspaces.schema('..')],
  ['a document', (api) => api.knowledge.remove(id, '..')],
  ['a gold SQL', (api) => api.goldSqls.remove(id, '.')],
  ['a file', (api) => api.workspaces.removeFile(id, '..')],
  ['a call', (api) => api.questions.call(id, '..')],
  ['a task', (api) => api.queues.retry('..')],
])('takes dots for no name of %s, and sends nothing', async (_what, send) => {
  expect(await problemOf(send(client))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect(fake.requests).toEqual([]);
});

async function problemOf(promise: Promise<unknown>): Promise<ApiProblem | ConnectionProblem> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiProblem || error instanceof ConnectionProblem) return error;
  throw new Error(`expected a problem, got ${String(error)}`);
}

describe('AssayClient requests', () => {
  const story = {
    storyId: 's',
    candidates: [{ label: 'a', text: 't' }],
    evaluators: [{ name: 'e' }],
    mode: 'prompt' as const,
  };
  const workspace = { name: 'shop', database: { dialect: 'postgres' as const, url: 'postgres://u@h/d' } };
  const cases: [string, (client: AssayClient) => Promise<unknown>, unknown?][] = [
    [
      'POST /v1/questions',
      (api) => api.questions.ask({ workspace: 'shop', question: 'q' }),
      { workspace: 'shop', question: 'q' },
    ],
    ['GET /v1/questions', (api) => api.questions.list({ workspace: other, status: 'GOLD', cursor: 'c' })],
    [`GET /v1/questions/${id}`, (api) => api.questions.get(id)],
    [`GET /v1/questions/${id}/record`, (api) => api.questions.record(id)],
    [`GET /v1/questions/${id}/calls/${other}`, (api) => api.questions.call(id, other)],
    [`GET /v1/questions/${id}/rows`, (api) => api.questions.rows(id, { offset: 10, limit: 5 })],
    [`POST /v1/questions/${id}/like`, (api) => api.questions.like(id)],
    [`POST /v1/questions/${id}/cancel`, (api) => api.questions.cancel(id)],
    [`POST /v1/questions/${id}/replay`, (api) => api.questions.replay(id)],
    ['GET /v1/workspaces', (api) => api.workspaces.list()],
    ['POST /v1/workspaces', (api) => api.workspaces.create(workspace), workspace],
    [`GET /v1/workspaces/${id}`, (api) => api.workspaces.get(id)],
    [`PATCH /v1/workspaces/${id}`, (api) => api.workspaces.update(id, { name: 'n' }), { name: 'n' }],
    [`DELETE /v1/workspaces/${id}`, (api) => api.workspaces.remove(id)],
    [`GET /v1/workspaces/${id}/schema`, (api) => api.workspaces.schema(id)],
    [`GET /v1/workspaces/${id}/gold-sqls`, (api) => api.goldSqls.list(id)],
    [
      `POST /v1/workspaces/${id}/gold-sqls`,
      (api) => api.goldSqls.add(id, { question: 'q', sql: 's' }),
      { question: 'q', sql: 's' },
    ],
    [`DELETE /v1/workspaces/${id}/gold-sqls/${other}`, (api) => api.goldSqls.remove(id, other)],
    ['GET /v1/api-keys', (api) => api.apiKeys.list()],
    ['POST /v1/api-keys', (api) => api.apiKeys.create({ name: 'ci' }), { name: 'ci' }],
    [`DELETE /v1/api-keys/${id}`, (api) => api.apiKeys.remove(id)],
    ['GET /v1/audit', (api) => api.audit.list({ workspace: 'shop' })],
    ['GET /v1/queues', (api) => api.queues.list()],
    ['POST /v1/queues/evaluator/pause', (api) => api.queues.pause('evaluator')],
    ['POST /v1/queues/evaluator/resume', (api) => api.queues.resume('evaluator')],
    ['POST /v1/queues/evaluator/drain', (api) => api.queues.drain('evaluator')],
    ['POST /v1/queues/evaluator/retry', (api) => api.queues.retry('evaluator')],
    ['GET /v1/dead-letters', (api) => api.queues.deadLetters({ queue: 'evaluator' })],
    [`GET /v1/dead-letters/${id}`, (api) => api.queues.deadLetter(id)],
    [`POST /v1/dead-letters/${id}/retry`, (api) => api.queues.retryDeadLetter(id)],
    ['POST /v1/story-evaluations', (api) => api.storyEvaluations.evaluate(story), story],
    [`GET /v1/story-evaluations/${id}`, (api) => api.storyEvaluations.get(id)],
    [`GET /v1/story-evaluations/${id}/record`, (api) => api.storyEvaluations.record(id)],
    [`GET /v1/story-evaluations/${id}/tts-schema.json`, (api) => api.storyEvaluations.ttsSchema(id, 'a b')],
    [`POST /v1/story-evaluations/${id}/cancel`, (api) => api.storyEvaluations.cancel(id)],
    ['GET /health/live', (api) => api.health.live()],
    ['GET /health/ready', (api) => api.health.ready()],
    ['GET /metrics', (api) => api.health.metrics()],
  ];

  it.each(cases)('sends %s with the key in the header and nowhere else', async (...[route, send, body]) => {
    fake.on(route, { status: route.startsWith('DELETE') ? 204 : 200, body: {} });
    await send(client);
    const [request] = fake.requests;
    expect(`${request?.method} ${request?.path}`).toBe(route);
    expect(request?.headers.authorization).toBe('Bearer key-1');
    expect(String(request?.query)).not.toContain('key-1');
    expect(request?.body).toEqual(body);
  });

  it('sends filters and pages as a query, and leaves out what is not set', async () => {
    fake.on('GET /v1/questions', { body: { items: [], nextCursor: null } });
    await client.questions.list({ status: 'FAILED', cursor: undefined });
    expect(String(fake.requests[0]?.query)).toBe('status=FAILED');
  });

  it('sends the idempotency key of a question as a header', async () => {
    fake.on('POST /v1/questions', { status: 202, body: { id, status: 'QUEUED', links: {} } });
    await client.questions.ask({ workspace: 'shop', question: 'q' }, { idempotencyKey: 'once' });
    expect(fake.requests[0]?.headers['idempotency-key']).toBe('once');
  });

  it('distinguishes a new gold SQL (201) from an existing one (200)', async () => {
    fake.on('POST /v1/questions/:id/like', { status: 201, body: { id: other } }, { status: 200, body: { id: other } });
    expect(await client.questions.like(id)).toEqual({ goldSql: { id: other }, created: true });
    expect(await client.questions.like(id)).toEqual({ goldSql: { id: other }, created: false });
  });

  it('walks a list over its pages by the cursor', async () => {
    fake.on('GET /v1/workspaces', (request) =>
      request.query.get('cursor') === 'next'
        ? { body: { items: [{ name: 'b' }], nextCursor: null } }
        : { body: { items: [{ name: 'a' }], nextCursor: 'next' } },
    );
    const names: string[] = [];
    for await (const { name } of client.workspaces.all()) names.push(name);
    expect(names).toEqual(['a', 'b']);
  });

  it('keeps a path in front of the API, and encodes ids', async () => {
    fake.on('GET /assay/v1/questions/:id', { body: sampleQuestion() });
    await new AssayClient({ url: `${fake.url}/assay/` }).questions.get('a/b?c');
    expect(fake.requests[0]?.path).toBe('/assay/v1/questions/a%2Fb%3Fc');
  });

  it('sends no authorization without a key', async () => {
    fake.on('GET /v1/workspaces', { body: { items: [], nextCursor: null } });
    await new AssayClient({ url: fake.url, apiKey: '' }).workspaces.list();
    expect(fake.requests[0]?.headers.authorization).toBeUndefined();
  });

  it('knows not ready from not there', async () => {
    fake.on('GET /health/ready', { status: 503, body: { status: 'error' } });
    expect(await client.health.ready()).toBe(false);
    await expect(new AssayClient({ url: 'http://127.0.0.1:1' }).health.ready()).rejects.toBeInstanceOf(
      ConnectionProblem,
    );
  });

  it.each(['not a url', 'ftp://host', 'http://user:secret@host'])('refuses the base URL %s', (url) => {
    expect(() => new AssayClient({ url })).toThrow(TypeError);
  });
});

describe('AssayClient problems', () => {
  it('parses problem+json with its fields', async () => {
    const errors = [{ field: 'question', message: 'must not be empty' }];
    fake.on('POST /v1/questions', {
      status: 422,
      body: { type: 'about:blank', title: 'Bad', status: 422, detail: 'Bad input.', code: 'INVALID', errors },
    });
    const problem = await problemOf(client.questions.ask({ workspace: 'shop', question: '' }));
    expect(problem).toMatchObject({ status: 422, code: 'INVALID', detail: 'Bad input.', errors, retryable: false });
  });

  it('keeps the status of an error that is no problem+json', async () => {
    fake.on('GET /v1/questions/:id', { status: 502, body: '<html>Bad gateway</html>' });
    const problem = await problemOf(client.questions.get(id));
    expect(problem).toMatchObject({ status: 502, code: 'HTTP_502', errors: [], retryable: true });
  });

  it('reads Retry-After', async () => {
    fake.on('POST /v1/questions', {
      status: 429,
      headers: { 'retry-after': '7' },
      body: { code: 'BUSY', detail: 'Later.' },
    });
    const problem = await problemOf(client.questions.ask({ workspace: 'shop', question: 'q' }));
    expect(problem).toMatchObject({ code: 'BUSY', retryAfterMs: 7000, retryable: true });
  });

  it('says where nothing listens, and why', async () => {
    const closed = await FakeAssay.start();
    const { url } = closed;
    await closed.close();
    const problem = await problemOf(new AssayClient({ url }).questions.get(id));
    expect(problem).toMatchObject({ code: 'UNREACHABLE', url });
    expect(problem.message).toContain('ECONNREFUSED');
  });

  it('says when something else listens there', async () => {
    fake.on('GET /v1/questions/:id', { headers: { 'content-type': 'text/html' }, body: '<html></html>' });
    expect(await problemOf(client.questions.get(id))).toMatchObject({ code: 'NOT_ASSAY' });
  });

  it('gives up after the time limit', async () => {
    fake.on('GET /v1/questions/:id', () => new Promise(() => undefined));
    const problem = await problemOf(new AssayClient({ url: fake.url, timeoutMs: 50 }).questions.get(id));
    expect(problem).toMatchObject({ code: 'TIMEOUT' });
  });

  it("rejects with the caller's own reason when the caller aborts", async () => {
    fake.on('GET /v1/questions/:id', () => new Promise(() => undefined));
    const leaving = new AbortController();
    const asked = client.questions.get(id, { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(asked).rejects.toThrow('left');
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGE_PATHS, type CallerView, type ExampleQuestion, type Id, type QuestionTimeline } from '@assay/contracts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANSWER_MODELS } from '../openapi/models.js';
import { ApiFixture } from '../testing/api-fixture.js';

const EXAMPLE: ExampleQuestion = { question: 'q', evidence: [], settings: {}, description: 'd', walk: 'A' };
const HTML = { headers: { accept: 'text/html,*/*;q=0.8' } };

describe('the page', () => {
  let folder: string;
  let api: ApiFixture;
  let workspace: Id;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-page-'));
    await writeFile(join(folder, 'index.html'), '<title>the page</title>');
    await writeFile(join(folder, 'theme.js'), '// theme');
    api = await ApiFixture.start({}, { page: folder, examples: (name) => (name === 'shop' ? [EXAMPLE] : []) });
    workspace = await api.workspace({}, 'shop');
  });
  afterAll(async () => {
    await api.stop();
    await rm(folder, { recursive: true });
  });

  it.each(PAGE_PATHS.flatMap((path) => [path.replace('/:view?', ''), path.replace('?', '')]))(
    'answers %s for browsers, which may not keep it',
    async (path) => {
      const { status, body, headers } = await api.call<string>(`GET ${path}`, HTML);
      expect([status, body]).toEqual([200, '<title>the page</title>']);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'self'/);
    },
  );

  it('serves its files, and leaves the rest to the API', async () => {
    expect((await api.call<string>('GET /theme.js')).body).toBe('// theme');
    expect(await api.call('GET /v1/nowhere', HTML)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await api.call('GET /', { headers: { accept: 'application/json' } })).body).toMatchObject({
      name: 'assay',
    });
  });

  it.each(['/nowhere', '/history/2024', '/models.html', '/%'])('is a page of its own at %s', async (path) => {
    const { status, body, headers } = await api.call<string>(`GET ${path}`, HTML);
    expect([status, body, headers.get('cache-control')]).toEqual([404, '<title>the page</title>', 'no-cache']);
    for (const accept of ['application/json', '*/*'])
      expect(await api.call(`GET ${path}`, { headers: { accept } })).toMatchObject({
        status: 404,
        body: { code: 'NOT_FOUND' },
      });
    expect((await api.call(`POST ${path}`, HTML)).body).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('says who asks', async () => {
    const { body } = await api.call<CallerView>('GET /v1/caller');
    expect(ANSWER_MODELS.Caller.parse(body)).toEqual({
      keyNeeded: false,
      admin: true,
      mayCurate: true,
      workspaces: null,
      answeredBy: 'model',
    });
  });

  it('offers the examples of a workspace, and none of another', async () => {
    const other = await api.workspace();
    expect((await api.call(`GET /v1/workspaces/${workspace}/example-questions`)).body).toMatchObject({
      items: [EXAMPLE],
    });
    expect((await api.call(`GET /v1/workspaces/${other}/example-questions`)).body).toMatchObject({ items: [] });
  });

  it('returns the request and the times of its steps', async () => {
    const follows = await api.ask('shop');
    const settings = { sqlCandidates: 4, probe: { instances: 3, seconds: 1 } };
    const question = await api.ask('shop', { evidence: ['a fact'], level: 'ADVANCED', settings, follows });
    const again = (await api.call(`GET /v1/questions/${question}/request`)).body;
    expect(again).toEqual({
      workspace,
      question: 'How many orders?',
      evidence: ['a fact'],
      level: 'ADVANCED',
      settings,
      follows,
    });
    expect((await api.call('POST /v1/questions', { body: again })).status).toBe(202);
    const { body } = await api.call<QuestionTimeline>(`GET /v1/questions/${question}/timeline`);
    expect(ANSWER_MODELS.Timeline.parse(body)).toEqual({
      now: expect.stringMatching(/Z$/),
      stages: [],
      requests: [],
    });
    expect((await api.call('GET /v1/questions/none/timeline')).status).toBe(404);
    expect((await api.call('GET /v1/questions/none/request')).status).toBe(404);
  });

  it('handles requests without settings or thread, and questions of before requests were stored', async () => {
    const question = await api.ask('shop');
    const asked = async (): Promise<unknown> =>
      ANSWER_MODELS.AskedRequest.parse((await api.call(`GET /v1/questions/${question}/request`)).body);
    const rest = { workspace, question: 'How many orders?', evidence: [], level: 'BASIC' };
    expect(await asked()).toEqual({ ...rest, settings: {} });
    const text = 'update assay.questions set asked_settings = null where run_id = $1';
    await api.work.database.query({ name: 'test_of_an_earlier_release', text }, [question]);
    expect(await asked()).toEqual(rest);
  });

  it('tries a connection out and keeps nothing of it', async () => {
    const count = async (): Promise<number> =>
      (await api.call<{ items: unknown[] }>('GET /v1/workspaces')).body.items.length;
    const before = await count();
    const body = { dialect: 'postgres', url: 'postgres://reader:secret@db/shop' };
    const tried = await api.call('POST /v1/connection-checks', { body });
    expect([tried.status, ANSWER_MODELS.ConnectionFindings.safeParse(tried.body).success]).toEqual([200, true]);
    expect(await count()).toBe(before);
    expect(
      await api.problem('POST /v1/connection-checks', { body: { dialect: 'postgres', url: 'nonsense' } }),
    ).toMatchObject({
      status: 422,
    });
  });
});

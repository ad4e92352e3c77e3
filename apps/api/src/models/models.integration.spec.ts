import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  newId,
  stepsAfterError,
  type CallerView,
  type ModelsView,
  type ModelTrial,
  type Page,
  type ProblemDocument,
  type WorkspaceEvaluation,
} from '@assay/contracts';
import { answeringModels } from '@assay/questions';
import { CONFIG, type Config } from '@assay/runtime';
import { freePort, startScriptedModel, type RawReply, type ScriptedModel } from '@assay/testing';
import { ApiFixture } from '../testing/api-fixture.js';

const UNSET = { OPENAI_BASE_URL: '', OPENAI_API_KEY: '', ASSAY_MODEL_BASIC: '' };
const KEY = 'sk-canary-of-this-test';
const OTHER = 'http://127.0.0.1:9/v1';

describe('the models that admins set', () => {
  let api: ApiFixture;
  let model: ScriptedModel;
  let refusal: RawReply | null = null;
  beforeAll(async () => {
    model = await startScriptedModel(({ body, headers }) => {
      if (headers.authorization !== `Bearer ${KEY}`) {
        return { status: 401, body: { error: { message: `Incorrect API key: ${headers.authorization}` } } };
      }
      if (body.model !== 'small') return { status: 404, body: { error: { message: 'no such model' } } };
      return refusal ?? { sum: 5 };
    });
    api = await ApiFixture.start({
      ...UNSET,
      // Only the addresses that are always forbidden are refused.
      ASSAY_TARGET_HOSTS: 'a.database.example',
      ASSAY_MODEL_HOSTS: '0.0.0.0/0,::/0',
      ASSAY_MODEL_SECRET_KEY: 'a key for models of tests',
    });
  });
  afterAll(async () => {
    await api.stop();
    await model.close();
  });
  beforeEach(async () => {
    refusal = null;
    await put({ url: null, models: {}, prices: {} });
  });

  const put = (body: object): ReturnType<typeof api.call<ModelsView & ProblemDocument>> =>
    api.call('PUT /v1/models', { body });
  const trial = async (body: object = {}): Promise<ModelTrial> =>
    (await api.call<ModelTrial>('POST /v1/models/try', { body })).body;
  const answeredBy = async (): Promise<string> => (await api.call<CallerView>('GET /v1/caller')).body.answeredBy;

  it('answer questions at once, and show where each part is set but no key', async () => {
    expect(await answeredBy()).toBe('none');
    const prices = { small: { input: 1, output: 2 } };
    const set = await put({ url: model.url, key: KEY, models: { BASIC: 'small', supervisor: 'big' }, prices });
    expect(set).toMatchObject({
      status: 200,
      body: {
        url: { value: model.url, source: 'settings', variable: 'OPENAI_BASE_URL' },
        key: { isSet: true, source: 'settings' },
        models: {
          BASIC: { value: 'small', source: 'settings', variable: 'ASSAY_MODEL_BASIC' },
          EXPERT: { value: null, source: 'none' },
          supervisor: { value: 'big', variable: 'ASSAY_MODEL_SUPERVISOR' },
        },
        prices: { value: prices, source: 'settings' },
        problem: null,
      },
    });
    expect(await answeredBy()).toBe('model');
    expect(JSON.stringify([set.body, (await api.call('GET /v1/models')).body])).not.toContain(KEY);
    const { endpoint } = api.service.app.get<Config>(CONFIG).models;
    expect(endpoint).toEqual({ baseUrl: model.url, apiKey: KEY });
  });

  it('lose the key with another url, and keep it with other changes', async () => {
    await put({ url: model.url, key: KEY });
    expect((await put({ models: { BASIC: 'small' } })).body.key.isSet).toBe(true);
    expect((await put({ url: model.url })).body.key.isSet).toBe(true);
    expect((await put({ url: OTHER })).body.key.isSet).toBe(false);
    expect((await put({ url: model.url })).body.key.isSet).toBe(false);
    expect((await put({ url: OTHER, key: 'other' })).body.key.isSet).toBe(true);
    expect((await put({ key: null })).body.key.isSet).toBe(false);
  });

  it.each([{ key: KEY }, { url: null, key: KEY }])('take a key with its url only: %j is refused', async (body) => {
    await put({ url: model.url, models: { BASIC: 'small' } });
    const before = model.callCount;
    expect(await api.problem('PUT /v1/models', { body })).toMatchObject({ status: 422, fields: ['key'] });
    expect((await api.call<ModelsView>('GET /v1/models')).body.key.isSet).toBe(false);
    expect(await api.problem('POST /v1/models/try', { body: { key: KEY } })).toMatchObject({
      status: 422,
      fields: ['key'],
    });
    expect(model.callCount).toBe(before);
  });

  it('leave no key with the url of another change', async () => {
    const changes = Array.from({ length: 20 }, (_, index) => {
      const url = `http://127.0.0.1:${index + 1}/v1`;
      return put(index % 2 === 0 ? { url } : { url, key: `key-${index}` });
    });
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await api.call<ModelsView>('GET /v1/models')).body.problem).toBeNull();
  });

  it.each([
    'http://169.254.169.254/latest',
    'http://[fd00:ec2::254]/v1',
    'http://[::ffff:169.254.169.254]/v1',
    'http://2852039166/v1',
    'http://0.0.0.0/v1',
    'http://100.100.100.200/v1',
  ])('may not be at %s', async (url) => {
    for (const [route, more] of [
      ['PUT /v1/models', {}],
      ['POST /v1/models/try', { model: 'small' }],
    ] as const) {
      const { status, code, fields } = await api.problem(route, { body: { url, ...more } });
      expect([status, code, fields]).toEqual([422, 'TARGET_HOST_FORBIDDEN', ['url']]);
    }
  });

  it('need a host name that can be looked up', async () => {
    const { status, body } = await api.call<ProblemDocument>('PUT /v1/models', {
      body: { url: 'http://nowhere.invalid/v1' },
    });
    const code = 'MODEL_UNREACHABLE';
    expect({ status, body }).toMatchObject({ status: 422, body: { code, nextSteps: stepsAfterError({ code }) } });
  });

  it('may not be at the stores of Assay', async () => {
    const { hostname, port } = new URL(api.service.app.get<Config>(CONFIG).databaseUrl ?? '');
    const body = { url: `http://${hostname === 'localhost' ? '127.0.0.1' : hostname}:${port}/v1` };
    expect(await api.problem('PUT /v1/models', { body })).toMatchObject({ code: 'TARGET_HOST_FORBIDDEN' });
  });

  it.each([
    [{ url: 'ftp://127.0.0.1/v1' }, 'url'],
    [{ url: 'http://user:pw@127.0.0.1/v1' }, 'url'],
    [{ url: 'http://127.0.0.1/v1?key=x' }, 'url'],
    [{ url: OTHER, key: 'with\nnewline' }, 'key'],
    [{ models: { NOBODY: 'x' } }, 'models.NOBODY'],
    [{ models: { BASIC: '' } }, 'models.BASIC'],
    [{ prices: { small: { input: -1, output: 1 } } }, 'prices.small.input'],
    [{ prices: { small: { output: 1 } } }, 'prices.small.input'],
    [{ effort: 'high' }, 'effort'],
  ])('cannot be %j', async (body, field) => {
    expect(await api.problem('PUT /v1/models', { body })).toMatchObject({ status: 422, fields: [field] });
  });

  it('are tried with the key that is stored or given, and say what they support', async () => {
    await put({ url: model.url, key: KEY, models: { BASIC: 'small' } });
    expect(await trial()).toMatchObject({
      model: 'small',
      answers: true,
      error: null,
      structuredOutput: 'json_schema',
      streaming: false,
      latencyMs: expect.any(Number),
    });
    expect(await trial({ model: 'unknown' })).toMatchObject({ answers: false, error: { code: 'MODEL_NOT_FOUND' } });
    expect(await trial({ key: null })).toMatchObject({ error: { code: 'MODEL_UNAUTHORIZED' } });
    const closed = `http://127.0.0.1:${await freePort()}/v1`;
    expect(await trial({ url: closed, model: 'small' })).toMatchObject({ error: { code: 'MODEL_UNREACHABLE' } });
    refusal = { status: 500, body: { error: { message: `broken with ${KEY}` } } };
    const broken = await trial();
    expect(broken.error?.code).toBe('MODEL_SERVER_ERROR');
    expect(JSON.stringify(broken)).not.toContain(KEY);
  });

  it('are tried at another url without the stored key', async () => {
    const stranger = await startScriptedModel(() => ({ sum: 5 }));
    await put({ url: model.url, key: KEY, models: { BASIC: 'small' } });
    expect(await trial({ url: stranger.url })).toMatchObject({ answers: true });
    expect(stranger.calls.map(({ headers }) => headers.authorization)).toEqual(stranger.calls.map(() => undefined));
    await stranger.close();
  });

  it('say that the stored key cannot be read', async () => {
    await put({ url: model.url, key: KEY, models: { BASIC: 'small' } });
    await api.work.database.query({
      name: 'test_unreadable_key',
      text: `update assay.model_settings set key = regexp_replace(key, '^v1.{9}', 'v1.00000000')`,
    });
    const message = expect.stringContaining('cannot be read');
    expect((await api.call<ModelsView>('GET /v1/models')).body.problem).toEqual(message);
    const caller = await api.call<CallerView>('GET /v1/caller');
    expect(caller.body).toMatchObject({ answeredBy: 'none', modelProblem: message });
    const refused = await api.call<ProblemDocument>('POST /v1/models/try', { body: {} });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'key', message }] } });
    expect(await trial({ url: model.url, key: KEY, model: 'small' })).toMatchObject({ answers: true });
  });

  it('are audited by field, without values', async () => {
    await put({ url: model.url, key: KEY, models: { BASIC: 'small' } });
    await trial({ url: model.url, key: KEY });
    const { body } = await api.call<{ items: { action: string; details: object }[] }>('GET /v1/audit');
    expect(body.items.slice(0, 2)).toMatchObject([
      { action: 'models-tried', details: { changed: ['url', 'key'] } },
      { action: 'models-changed', details: { changed: ['url', 'key', 'models'] } },
    ]);
    expect(JSON.stringify(body)).not.toContain(KEY);
    const [row] = await api.work.database.query<{ key: string }>({
      name: 'test_stored_key',
      text: 'select key from assay.model_settings',
    });
    expect(row?.key).toMatch(/^v1\./);
    expect(row?.key).not.toContain(KEY);
  });

  it('refuse pages of other origins', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    expect(await api.problem('PUT /v1/models', { body: {}, headers })).toMatchObject({ status: 403 });
  });
});

describe('the models of the environment', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start({
      OPENAI_BASE_URL: 'http://user:secret@127.0.0.1:9/v1',
      OPENAI_API_KEY: KEY,
      ASSAY_MODEL_PRICES: '{"small":{"input":1,"output":2}}',
    });
  });
  afterAll(() => api.stop());

  const put = (body: object): ReturnType<typeof api.call> => api.call('PUT /v1/models', { body });

  it('are shown as such, and cannot be changed', async () => {
    const { body } = await api.call<ModelsView>('GET /v1/models');
    expect(body).toMatchObject({
      url: { value: 'http://127.0.0.1:9/v1', source: 'environment' },
      key: { isSet: true, source: 'environment', variable: 'OPENAI_API_KEY' },
      models: { BASIC: { value: 'small', source: 'environment' }, EXPERT: { value: null, source: 'none' } },
      prices: { source: 'environment' },
    });
    expect(JSON.stringify(body)).not.toMatch(/canary|secret/);
    const change = { url: OTHER, key: 'x', models: { BASIC: 'y' }, prices: {} };
    const refused = await api.call<ProblemDocument>('PUT /v1/models', { body: change });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(({ message }) => message).join()).toMatch(
      /OPENAI_BASE_URL[^]*OPENAI_API_KEY[^]*ASSAY_MODEL_PRICES[^]*ASSAY_MODEL_BASIC/,
    );
    expect((await api.call('PUT /v1/models', { body: { models: { EXPERT: 'big' } } })).status).toBe(200);
  });

  it('are compared with those of an evaluation as another process has just set them', async () => {
    const workspace = await api.workspace();
    await put({ models: {} });
    await api.call('GET /v1/models');
    await api.work.database.query(
      {
        name: 'test_evaluation',
        text: `with changed as (update assay.model_settings set models = '{"EXPERT": "big"}')
          insert into assay.workspace_evaluations (id, workspace_id, repeats, schema_hash, models, prompts, owner)
          select $1::uuid, id, 1, schema_hash, $3::jsonb, '', 'admin' from assay.workspaces where id = $2::uuid`,
      },
      [newId(), workspace, JSON.stringify(await answeringModels(api.service.app.get<Config>(CONFIG).models))],
    );
    const { body } = await api.call<Page<WorkspaceEvaluation>>(`GET /v1/workspaces/${workspace}/evaluations`);
    expect(body.items.map(({ changedSince }) => changedSince)).toEqual([expect.arrayContaining(['models'])]);
  });

  it('need no key that encrypts theirs', async () => {
    const { models } = api.service.app.get<Config>(CONFIG);
    expect(models.secretKeys).toBeNull();
    expect(await api.problem('POST /v1/models/try', { body: { url: 'http://169.254.169.254/' } })).toMatchObject({
      code: 'TARGET_HOST_FORBIDDEN',
    });
  });
});

describe('models without ASSAY_MODEL_SECRET_KEY', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start({ ...UNSET, ASSAY_TARGET_HOSTS: '127.0.0.1' });
  });
  afterAll(() => api.stop());

  it('take a url, but store no key', async () => {
    const body = { url: OTHER, key: KEY };
    const refused = await api.call<ProblemDocument>('PUT /v1/models', { body });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'key', message: expect.stringContaining('ASSAY_MODEL_SECRET_KEY') }] },
    });
    expect((await api.call<ModelsView>('GET /v1/models')).body).toMatchObject({
      url: { value: null },
      key: { isSet: false },
    });
    expect((await api.call('PUT /v1/models', { body: { url: OTHER } })).status).toBe(200);
  });
});

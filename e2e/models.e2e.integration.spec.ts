import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startScriptedModel, type ModelHandler, type ScriptedModel } from '@assay/testing';
import { startFleet, type Fleet } from './faults/fleet.js';
import { QuestionViews } from './harness/question-views.js';
import { SMALL } from './harness/world.js';

const FIRST_KEY = 'sk-first-canary-of-this-test';
const SECOND_KEY = 'sk-second-canary-of-this-test';
const NOT_SET = {
  OPENAI_BASE_URL: '',
  OPENAI_API_KEY: '',
  ASSAY_MODEL_BASIC: '',
  ASSAY_MODEL_ADVANCED: '',
  ASSAY_MODEL_EXPERT: '',
  ASSAY_MODEL_PRICES: '',
};

/** Each service runs in its own process. */
describe('models that admins set while Assay runs', () => {
  let fleet: Fleet;
  let workspace: string;
  const models: ScriptedModel[] = [];
  beforeAll(async () => {
    const started = await startFleet({
      backend: 'postgres',
      variables: { ...NOT_SET, ASSAY_MODEL_SECRET_KEY: 'a key for models of tests' },
    });
    fleet = started as Fleet;
    const database = { dialect: 'postgres', url: fleet.targetUrl };
    workspace = (await fleet.api.expect<{ id: string }>(201, 'POST', '/v1/workspaces', { name: 'models', database }))
      .id;
  });
  afterAll(async () => {
    await fleet?.close();
    for (const model of models) await model.close();
  });

  async function modelOf(handler: ModelHandler): Promise<ScriptedModel> {
    const model = await startScriptedModel(handler);
    models.push(model);
    return model;
  }
  const put = (body: object): Promise<unknown> => fleet.api.expect(200, 'PUT', '/v1/models', body);
  const views = (): QuestionViews => new QuestionViews(fleet.api);
  async function ask(question: string): Promise<string> {
    fleet.cast.play(question, {});
    const body = { workspace, question, settings: SMALL };
    return (await fleet.api.expect<{ id: string }>(202, 'POST', '/v1/questions', body)).id;
  }

  it('answer the next question, in every process, without a restart', async () => {
    const refused = await ask('How many customers are there without a model?');
    expect(await views().ended(refused)).toMatchObject({ status: 'ERROR', error: { code: 'MODEL_NOT_CONFIGURED' } });

    const first = await modelOf(fleet.cast.handler);
    await put({ url: first.url, key: FIRST_KEY, models: { BASIC: 'first' } });
    const answered = await ask('How many customers are there with the first model?');
    expect((await views().ended(answered)).status).toBe('GOLD');
    expect(new Set(first.calls.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${FIRST_KEY}`]));
    const count = first.callCount;
    expect(count).toBeGreaterThan(0);

    const second = await modelOf(fleet.cast.handler);
    await put({ url: second.url, key: SECOND_KEY, models: { BASIC: 'second' } });
    const next = await ask('How many customers are there with the second model?');
    const { calls } = await views().recordOf(next);
    expect(new Set(calls.map(({ model }) => model))).toEqual(new Set(['second']));
    expect(first.callCount).toBe(count);
  });

  it('take another key in the middle of a question', async () => {
    let key = FIRST_KEY;
    let changed: Promise<unknown> | null = null;
    const keys: [agent: string, authorization: string | undefined][] = [];
    const model = await modelOf(async (call) => {
      keys.push([call.agent, call.headers.authorization]);
      if (call.agent === 'generator' && changed === null) {
        key = SECOND_KEY;
        changed = put({ url: model.url, key });
      }
      await changed;
      return fleet.cast.handler(call);
    });
    await put({ url: model.url, key, models: { BASIC: 'changing' } });
    const question = await ask('How many customers are there while the key changes?');
    expect((await views().ended(question)).status).toBe('GOLD');
    expect(keys.find(([agent]) => agent === 'generator')).toEqual(['generator', `Bearer ${FIRST_KEY}`]);
    // Evaluators begin when the change has returned.
    const later = keys.flatMap(([agent, authorization]) => (agent === 'evaluator' ? [authorization] : []));
    expect([...new Set(later)]).toEqual([`Bearer ${SECOND_KEY}`]);
  });

  it('leave no key in records, raw answers and logs, where an endpoint echoes it', async () => {
    const echo = `You sent ${SECOND_KEY}`;
    const model = await modelOf(() => ({ status: 400, body: { error: { message: echo, param: 'messages' } } }));
    await put({ url: model.url, key: SECOND_KEY, models: { BASIC: 'echo' } });
    const question = await ask('How many customers are there where keys are echoed?');
    expect((await views().ended(question)).status).not.toBe('GOLD');
    const record = await fleet.api.get<{ calls: { id: string }[] }>(`/v1/questions/${question}/record`);
    const calls = await Promise.all(
      record.body.calls.map(({ id }) => fleet.api.get(`/v1/questions/${question}/calls/${id}`)),
    );
    expect(calls.length).toBeGreaterThan(0);
    expect(JSON.stringify(calls)).toContain('You sent');
    const logs = ['api', 'generator', 'coordinator', 'evaluator'].map((name) => fleet.process(name as 'api').output);
    expect(JSON.stringify([record.body, calls, logs])).not.toMatch(/canary/);
  });
});

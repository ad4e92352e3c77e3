import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  newId,
  type Id,
  type MeView,
  type ProblemDocument,
  type WorkspaceUsage,
  type WorkspaceView,
} from '@assay/contracts';
import { EvaluationDriver, QuestionIntake } from '@assay/questions';
import { CLIENT_ID } from '@assay/testing';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';
import { STORY } from '../testing/rights-stage.js';
import { TokenIssuer } from '../testing/token-issuer.js';

interface Evaluated {
  waitingFor: string;
  answers: { asked: Id | null }[];
}

describe('quotas over HTTP', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start();
  });
  afterAll(() => api.stop());

  const ask = (workspace: Id, more: object = {}, key?: string): Promise<Answer<ProblemDocument & { id: Id }>> =>
    api.call('POST /v1/questions', {
      body: { workspace, question: 'How many orders?', ...more },
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });
  const usage = async (workspace: Id): Promise<WorkspaceUsage> =>
    (await api.call<WorkspaceUsage>(`GET /v1/workspaces/${workspace}/usage`)).body;

  it.each([
    ['without keys', () => undefined],
    ['with idempotency keys', () => newId()],
  ])('take exactly as many questions as they say, asked at once %s', async (_how, key) => {
    const workspace = await api.workspace({ quota: { questionsPerDay: 4 } });
    const answers = await Promise.all(Array.from({ length: 16 }, () => ask(workspace, {}, key())));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(12);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ code: 'QUOTA_EXCEEDED' });
      expect(body.detail).toContain('4 of 4 questions (quota.questionsPerDay)');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    }
    expect(await usage(workspace)).toMatchObject({
      questions: { used: 4, limit: 4 },
      tokens: { used: 0, limit: null },
    });
  });

  it('say in the metrics what is left of the nearest limit, beside the confidence of answers', async () => {
    const name = `watched ${newId()}`;
    const workspace = await api.workspace({ quota: { questionsPerDay: 4, usdPerDay: 2 } }, name);
    const unlimited = `unlimited ${newId()}`;
    await api.finish(await api.ask(await api.workspace({}, unlimited)), 'GOLD', 'select 1');
    for (let asked = 0; asked < 3; asked += 1) await ask(workspace);
    const { body } = await api.call<string>('GET /metrics');
    expect(body).toContain(`assay_workspace_quota_left{workspace="${name}"} 0.25`);
    expect(body).toMatch(/^assay_answer_confidence(\{\})? 0\.9$/m);
    expect(body).not.toContain(unlimited);
  });

  it('count what was asked before they were set, repeat what was taken, and end where they are raised', async () => {
    const workspace = await api.workspace();
    const first = await ask(workspace, {}, 'taken before');
    await ask(workspace);
    const set = (questionsPerDay: number | null): Promise<Answer<WorkspaceView>> =>
      api.call(`PATCH /v1/workspaces/${workspace}`, { body: { settings: { quota: { questionsPerDay } } } });
    expect((await set(2)).body.settings.quota).toEqual({ questionsPerDay: 2, tokensPerDay: null, usdPerDay: null });
    expect((await ask(workspace)).status).toBe(429);
    expect((await ask(workspace, {}, 'taken before')).body.id).toBe(first.body.id);
    await set(3);
    expect((await ask(workspace)).status).toBe(202);
    expect((await ask(workspace)).status).toBe(429);
    await set(null);
    expect((await ask(workspace)).status).toBe(202);
    expect(await usage(workspace)).toMatchObject({ questions: { used: 4, limit: null } });
  });

  it('go by tokens and dollars of all questions of the day, and of no other workspace or day', async () => {
    const [workspace, other] = [await api.workspace({ quota: { tokensPerDay: 1000, usdPerDay: 2 } }), newId()];
    const spend = (of: Id, daysAgo: number, slot: number, tokens: number, dollars: number): Promise<object[]> =>
      api.work.database.query(
        {
          name: 'test_spend',
          text: `insert into assay.workspace_days (workspace_id, day, slot, tokens, cost_usd)
                 values ($1, (now() at time zone 'UTC')::date - $2::integer, $3, $4, $5)`,
        },
        [of, daysAgo, slot, tokens, dollars],
      );
    await spend(other, 0, 1, 5000, 5);
    await spend(workspace, 1, 1, 5000, 5);
    await spend(workspace, 0, 101, 600, 0.5);
    expect((await ask(workspace)).status).toBe(202);
    await spend(workspace, 0, 102, 400, 0.25);
    const refused = await ask(workspace);
    expect(refused.body.detail).toContain('1000 of 1000 tokens (quota.tokensPerDay)');
    expect(refused.body.detail).not.toContain('dollars');
    expect(await usage(workspace)).toMatchObject({
      questions: { used: 1, limit: null },
      tokens: { used: 1000, limit: 1000 },
      costUsd: { used: 0.75, limit: 2 },
    });
  });

  it('may be tightened by a question, not loosened', async () => {
    const workspace = await api.workspace({ quota: { questionsPerDay: 5 } });
    const loosened = await ask(workspace, { settings: { quota: { questionsPerDay: 6 } } });
    expect(loosened).toMatchObject({ status: 422, body: { errors: [{ field: 'settings.quota' }] } });
    expect((await ask(workspace, { settings: { quota: { tokensPerDay: 9 } } })).status).toBe(422);
    expect((await ask(workspace, { settings: { quota: { questionsPerDay: 1 } } })).status).toBe(202);
    expect((await ask(workspace, { settings: { quota: { questionsPerDay: 1 } } })).status).toBe(429);
  });

  it('are shown of workspaces that the key opens alone', async () => {
    expect(await api.problem(`GET /v1/workspaces/${newId()}/usage`)).toMatchObject({ code: 'WORKSPACE_NOT_FOUND' });
  });
});

describe('quotas of people and groups', () => {
  let issuer: TokenIssuer;
  let api: ApiFixture;
  let workspace: Id;
  const ADMIN = 'the-admin-key-of-this-test';
  beforeAll(async () => {
    issuer = await TokenIssuer.start();
    api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_OIDC_ISSUER: issuer.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
      ASSAY_OIDC_ROLES: '{ "*": { "asker": "all", "curator": "all" } }',
      ASSAY_QUOTAS: JSON.stringify({
        person: { questionsPerDay: 3 },
        groups: {
          north: { questionsPerDay: 4 },
          south: { tokensPerDay: 1000, usdPerDay: 2 },
          west: { tokensPerDay: 1000 },
        },
      }),
    });
    const body = { name: 'shop', database: { dialect: 'postgres', url: 'postgres://reader@db/shop' } };
    const headers = { authorization: `Bearer ${ADMIN}` };
    workspace = (await api.call<{ id: Id }>('POST /v1/workspaces', { body, headers })).body.id;
  });
  afterAll(async () => {
    await api.stop();
    await issuer.stop();
  });

  const as = async (subject: string, groups: string[] = []): Promise<{ authorization: string }> => ({
    authorization: `Bearer ${await issuer.token(subject, { groups })}`,
  });
  const ask = (headers: object): Promise<Answer<ProblemDocument & { id: Id }>> =>
    api.call('POST /v1/questions', { body: { workspace, question: 'How many?' }, headers: { ...headers } });
  const quotas = async (headers: object): Promise<MeView['quotas']> =>
    (await api.call<MeView>('GET /v1/me', { headers: { ...headers } })).body.quotas;

  it('repeat an accepted question under its key, sent at once with the last that is left', async () => {
    const bob = await as('bob');
    await ask(bob);
    await ask(bob);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ ...bob, 'idempotency-key': 'the third' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect((await ask(bob)).status).toBe(429);
  });

  it('take exactly as many questions of a person as they say, asked at once, and say so', async () => {
    const ann = await as('ann');
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(ann)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    for (const { body } of refused) {
      expect(body).toMatchObject({ code: 'QUOTA_EXCEEDED' });
      expect(body.detail).toContain('You have reached the quota of the day');
      expect(body.detail).toContain('3 of 3 questions (ASSAY_QUOTAS.person.questionsPerDay)');
    }
    expect(await quotas(ann)).toMatchObject([{ group: null, questions: { used: 3, limit: 3 } }]);
    expect((await ask(await as('ben'))).status).toBe(202);
    expect((await ask({ authorization: `Bearer ${ADMIN}` })).status).toBe(202);
    expect(await quotas({ authorization: `Bearer ${ADMIN}` })).toBeUndefined();
  });

  it('count the questions of all people of a group', async () => {
    const [carl, dora] = [await as('carl', ['north']), await as('dora', ['north', 'unlimited'])];
    for (const person of [carl, carl, dora, dora]) expect((await ask(person)).status).toBe(202);
    const refused = await ask(dora);
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toContain('Your group "north" has reached the quota of the day');
    expect(refused.body.detail).toContain('4 of 4 questions (ASSAY_QUOTAS.groups.north.questionsPerDay)');
    expect(await quotas(dora)).toMatchObject([
      { group: null, questions: { used: 2, limit: 3 } },
      { group: 'north', questions: { used: 4, limit: 4 } },
    ]);
  });

  it('count the questions of a group also for a token without the claim', async () => {
    const nell = await as('nell', ['north']);
    expect(await quotas(nell)).toHaveLength(2);
    const bare = { authorization: `Bearer ${await issuer.token('nell')}` };
    expect([await quotas(bare), await quotas(await as('nell'))]).toEqual([
      [expect.anything(), expect.objectContaining({ group: 'north' })],
      [expect.anything()],
    ]);
  });

  const spend = (run: Id): Promise<object[]> =>
    api.work.database.query(
      {
        name: 'test_spend_of_person',
        text: `insert into assay.steps (id, run_id, task_id, ordinal, kind, request_hash, status, input_tokens, output_tokens, cost_usd)
               values ($2, $1, $2, 0, 'model', '', 'answered', 600, 400, 0.5)`,
      },
      [run, newId()],
    );
  const story = (headers: object): Promise<Answer<ProblemDocument & { id: Id }>> =>
    api.call('POST /v1/story-evaluations', { body: STORY, headers: { ...headers } });

  it('count story evaluations as questions, with their tokens and dollars', async () => {
    const [gus, hal, ida] = [await as('gus'), await as('hal', ['west']), await as('ida', ['west'])];
    const answers = await Promise.all(Array.from({ length: 6 }, () => story(gus)));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    expect(refused?.body.detail).toContain('3 of 3 questions (ASSAY_QUOTAS.person.questionsPerDay)');
    expect((await ask(gus)).body.detail).toBe(refused?.body.detail);
    await spend((await story(hal)).body.id);
    for (const beyond of [await story(ida), await ask(ida)]) {
      expect(beyond.body.detail).toContain('1000 of 1000 tokens (ASSAY_QUOTAS.groups.west.tokensPerDay)');
    }
    expect((await story({ authorization: `Bearer ${ADMIN}` })).status).toBe(202);
  });

  it('repeat a story evaluation under its key, begun at once with the last that is left', async () => {
    const jan = await as('jan');
    await story(jan);
    await story(jan);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => story({ ...jan, 'idempotency-key': 'the third' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  const turn = (): Promise<boolean> =>
    new EvaluationDriver(api.work, api.service.app.get(QuestionIntake)).turn(new AbortController().signal);

  it('count exactly what a person and their evaluation ask at once', async () => {
    const mia = await as('mia');
    const path = `/v1/workspaces/${workspace}`;
    for (const question of ['One?', 'Two?']) {
      await api.call(`POST ${path}/gold-sqls`, { headers: mia, body: { question, sql: 'select 1' } });
    }
    const { id } = (await api.call<{ id: Id }>(`POST ${path}/evaluations`, { headers: mia, body: { repeats: 2 } }))
      .body;
    const [taken] = await Promise.all([Promise.all(Array.from({ length: 4 }, () => ask(mia))), turn()]);
    const { body } = await api.call<Evaluated>(`GET ${path}/evaluations/${id}`, { headers: mia });
    const accepted = [
      ...taken.filter(({ status }) => status === 202),
      ...body.answers.filter(({ asked }) => asked !== null),
    ];
    expect(accepted).toHaveLength(3);
    expect(await quotas(mia)).toMatchObject([{ group: null, questions: { used: 3, limit: 3 } }]);
    await api.call(`POST ${path}/evaluations/${id}/cancel`, { headers: mia });
  });

  it('count the questions of evaluations for who began them, and let these wait', async () => {
    const kim = await as('kim');
    const path = `/v1/workspaces/${workspace}`;
    for (const question of ['One?', 'Two?', 'Three?', 'Four?']) {
      await api.call(`POST ${path}/gold-sqls`, { headers: kim, body: { question, sql: 'select 1' } });
    }
    const begin = (headers: object): Promise<Answer<ProblemDocument & { id: Id }>> =>
      api.call(`POST ${path}/evaluations`, { headers: { ...headers }, body: { repeats: 1 } });
    const { id } = (await begin(kim)).body;
    expect(await turn()).toBe(true);
    const detail = await api.call<Evaluated>(`GET ${path}/evaluations/${id}`, { headers: kim });
    expect(detail.body.answers.filter(({ asked }) => asked !== null)).toHaveLength(3);
    expect(detail.body.waitingFor).toContain('3 of 3 questions (ASSAY_QUOTAS.person.questionsPerDay)');
    expect(await quotas(kim)).toMatchObject([{ group: null, questions: { used: 3, limit: 3 } }]);
    expect((await ask(kim)).status).toBe(429);
    const listed = await api.call<{ items: object[] }>('GET /v1/questions?limit=100', { headers: await as('lou') });
    expect(listed.body.items.length).toBeGreaterThanOrEqual(3);
    await api.call(`POST ${path}/evaluations/${id}/cancel`, { headers: kim });
    expect((await begin(kim)).body.detail).toContain('3 of 3 questions');
    expect((await begin(await as('lou'))).status).toBe(202);
  });

  it('go by tokens and dollars of the questions of the day', async () => {
    const [eve, fred] = [await as('eve', ['south']), await as('fred', ['south'])];
    await spend((await ask(eve)).body.id);
    const refused = await ask(fred);
    expect(refused.status).toBe(429);
    expect(refused.body.detail).toContain('1000 of 1000 tokens (ASSAY_QUOTAS.groups.south.tokensPerDay)');
    expect(refused.body.detail).not.toContain('dollars');
    expect(await quotas(fred)).toMatchObject([
      { group: null, questions: { used: 0, limit: 3 } },
      { group: 'south', tokens: { used: 1000, limit: 1000 }, costUsd: { used: 0.5, limit: 2 } },
    ]);
  });
});

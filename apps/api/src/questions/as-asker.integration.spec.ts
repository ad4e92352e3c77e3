import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  newId,
  type CreatedApiKey,
  type Id,
  type MeView,
  type QuestionView,
  type WorkspaceEvaluationDetail,
} from '@assay/contracts';
import { EvaluationDriver, QuestionIntake } from '@assay/questions';
import { CLIENT_ID } from '@assay/testing';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';
import { TokenIssuer } from '../testing/token-issuer.js';

const ADMIN = 'the-admin-key-of-this-test';
const asker = { mode: 'variables', claims: { region: 'area.region', groups: 'groups' } };
const SQL = "select * from orders where city = 'canary-of-ann' or city = 'Rome'";

describe('a workspace that answers as the asker', () => {
  let issuer: TokenIssuer;
  let api: ApiFixture;
  let workspace: Id;
  let ofAnn: Id;

  const call = <Body = { id: Id; code?: string }>(token: string, route: string, body?: object, headers = {}) =>
    api.call<Body>(route, { ...(body && { body }), headers: { authorization: `Bearer ${token}`, ...headers } });
  const tokenOf = (subject: string, role = 'asker', area: object | null = { region: `region of ${subject}` }) =>
    issuer.token(subject, { roles: [role], groups: ['g'], ...(area && { area }) });
  const ask = async (token: string, more: object = {}): Promise<Answer<{ id: Id; code?: string }>> =>
    call(token, 'POST /v1/questions', { workspace, question: 'Which orders go to Rome?', ...more });

  beforeAll(async () => {
    issuer = await TokenIssuer.start();
    api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_OIDC_ISSUER: issuer.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
    });
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const made = await call(ADMIN, 'POST /v1/workspaces', { name: 'shop', database, settings: { asker } });
    expect(made.status).toBe(201);
    workspace = made.body.id;
    const asked = await ask(await tokenOf('ann'));
    expect(asked.status).toBe(202);
    ofAnn = asked.body.id;
    await api.finish(ofAnn, 'GOLD', SQL);
  });
  afterEach(() => {
    api.sampler.refused = [];
    api.sampler.roleReach = [];
  });
  afterAll(async () => {
    await api.stop();
    await issuer.stop();
  });

  it('stores the identity with the question, once', async () => {
    const [row] = await api.work.database.query<{ identity: unknown }>(
      { name: 'test_identity', text: 'select identity from assay.questions where run_id = $1' },
      [ofAnn],
    );
    const me = (await call<MeView>(await tokenOf('ann'), 'GET /v1/me')).body;
    const variables = { person: me.person?.id, subject: 'ann', region: 'region of ann', groups: '["g"]' };
    expect(row?.identity).toEqual({ person: me.person?.id, role: null, variables });
    expect(JSON.stringify(me)).not.toContain('region of ann');
  });

  it('refuses questions without a person or claim, before anything runs', async () => {
    const key = (await call<CreatedApiKey>(ADMIN, 'POST /v1/api-keys', { name: 'backend', mayActFor: true })).body.key;
    const body = { workspace, question: 'How many?' };
    const questions = async (): Promise<Id[]> => {
      const listed = await call<{ items: QuestionView[] }>(ADMIN, `GET /v1/questions?workspace=${workspace}`);
      return listed.body.items.map(({ id }) => id);
    };
    const before = await questions();
    for (const token of [ADMIN, key])
      expect(await ask(token)).toMatchObject({ status: 403, body: { code: 'ASKER_UNKNOWN' } });
    expect(await ask(await tokenOf('bob', 'asker', null))).toMatchObject({
      status: 403,
      body: { code: 'ASKER_CLAIM_MISSING' },
    });
    expect(await call(key, 'POST /v1/questions', body, { 'x-assay-person': 'bob' })).toMatchObject({
      status: 403,
      body: { code: 'ASKER_CLAIM_MISSING', detail: expect.stringContaining('keys that act for people have none') },
    });
    expect(await questions()).toEqual(before);
  });

  it('reads rows for the asker alone, and only with the same claims', async () => {
    const rows = async (token: string): Promise<unknown> => {
      const answers = await Promise.all(
        ['rows', 'rows?format=csv', 'rows?measure=true', 'chart', `rows?candidate=${newId()}`].map((part) =>
          call(token, `GET /v1/questions/${ofAnn}/${part}`),
        ),
      );
      return answers.map(({ status }) => status);
    };
    const refused = [403, 403, 403, 403, 403];
    expect(await rows(await tokenOf('ann'))).toEqual([200, 200, 200, 204, 404]);
    expect(await rows(await tokenOf('ann', 'asker', { region: 'another' }))).toEqual(refused);
    expect(await rows(await tokenOf('bob'))).toEqual([404, 404, 404, 404, 404]);
    for (const role of ['curator', 'admin']) expect(await rows(await tokenOf('bob', role))).toEqual(refused);
    expect(await rows(ADMIN)).toEqual(refused);
  });

  it('withholds values of the record, calls and events once claims have changed', async () => {
    const moved = await tokenOf('ann', 'asker', { region: 'another' });
    for (const token of [moved, await tokenOf('ann', 'asker', null)]) {
      const texts = ['', '/record', '/timeline'].map((part) => call(token, `GET /v1/questions/${ofAnn}${part}`));
      texts.push(call(token, `GET /v1/questions?workspace=${workspace}`));
      const shown = JSON.stringify((await Promise.all(texts)).map(({ body }) => body));
      expect(shown).toContain("city = '…' or city = 'Rome'");
      expect(shown).not.toContain('canary');
    }
    const refused = { status: 403, body: { code: 'NOT_THE_ASKER', detail: expect.stringContaining('ask again') } };
    for (const route of [`GET /v1/questions/${ofAnn}/calls/${newId()}`, `GET /v1/questions/${ofAnn}/events`])
      expect(await call(moved, route)).toMatchObject(refused);
    expect(await call(moved, `POST /v1/questions/${ofAnn}/replay`)).toMatchObject(refused);
    for (const token of [await tokenOf('ann'), await tokenOf('auditor', 'auditor')])
      expect(JSON.stringify((await call(token, `GET /v1/questions/${ofAnn}/record`)).body)).toContain('canary');
  });

  it('keeps idempotency keys of people apart', async () => {
    const key = { 'idempotency-key': `one key ${newId()}` };
    const body = { workspace, question: 'Which orders go to Rome?' };
    const send = async (subject: string) => call(await tokenOf(subject), 'POST /v1/questions', body, key);
    const [ann, bob, again] = [await send('ann'), await send('bob'), await send('ann')];
    expect([ann.status, bob.status, again.status]).toEqual([202, 202, 202]);
    expect(again.body.id).toBe(ann.body.id);
    expect(bob.body.id).not.toBe(ann.body.id);
  });

  it('lets people follow, continue and replay their own questions only', async () => {
    const admin = await tokenOf('root', 'admin');
    for (const more of [{ follows: ofAnn }, { continues: ofAnn }]) {
      expect(await ask(admin, more)).toMatchObject({ status: 403, body: { code: 'NOT_THE_ASKER' } });
    }
    const replay = `POST /v1/questions/${ofAnn}/replay`;
    for (const token of [admin, await tokenOf('auditor', 'auditor'), ADMIN]) {
      expect(await call(token, replay)).toMatchObject({ status: 403, body: { code: 'NOT_THE_ASKER' } });
    }
    expect((await ask(await tokenOf('ann'), { follows: ofAnn })).status).toBe(202);
    const moved = await tokenOf('ann', 'asker', { region: 'another' });
    expect(await ask(moved, { follows: ofAnn })).toMatchObject({ status: 403, body: { code: 'NOT_THE_ASKER' } });
  });

  it('refuses evaluations, and corrections whose SQL would run as another person', async () => {
    const admin = await tokenOf('root', 'admin');
    const refused = { status: 403, body: { code: 'NOT_THE_ASKER' } };
    expect(await call(admin, `POST /v1/workspaces/${workspace}/evaluations`, {})).toMatchObject(refused);
    const correction = { sql: 'select 1' };
    expect(await call(admin, `POST /v1/questions/${ofAnn}/correct`, correction)).toMatchObject(refused);
  });

  it('shows curators no literal that the asker did not write, and lets them approve none', async () => {
    const curator = await tokenOf('cleo', 'curator');
    for (const part of ['', '/record']) {
      const shown = JSON.stringify((await call(curator, `GET /v1/questions/${ofAnn}${part}`)).body);
      expect(shown).toContain("city = '…' or city = 'Rome'");
      expect(shown).not.toContain('canary');
    }
    const like = `POST /v1/questions/${ofAnn}/like`;
    expect(await call(curator, like)).toMatchObject({ status: 403, body: { code: 'NOT_THE_ASKER' } });
    expect((await call(await tokenOf('root', 'admin'), like)).status).toBe(201);
    for (const sql of [
      'select * from orders where id = 48213',
      'select count(*) "Canary" from orders',
      'select count(*) as canary from orders',
      'with canary as (select city from orders) select city from canary',
      'select "Canary" from orders',
    ]) {
      const other = (await ask(await tokenOf('ann'))).body.id;
      await api.finish(other, 'GOLD', sql);
      const refused = await call(curator, `POST /v1/questions/${other}/like`);
      expect([sql, refused]).toMatchObject([sql, { status: 403, body: { code: 'NOT_THE_ASKER' } }]);
    }
  });

  it('lets curators approve a SQL of names of the database and words of the asker', async () => {
    const asked = (await ask(await tokenOf('ann'))).body.id;
    await api.finish(asked, 'GOLD', "select o.city, count(*) as total_orders from orders o where city = 'Rome'");
    expect((await call(await tokenOf('cleo', 'curator'), `POST /v1/questions/${asked}/like`)).status).toBe(201);
  });

  it('answers no question of one person by the gold SQL of another, as it does without the setting', async () => {
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    const plain = await call(ADMIN, 'POST /v1/workspaces', { name: `p ${newId()}`, database });
    const knownIn = async (where: Id): Promise<unknown> => {
      const body = { workspace: where, question: 'Which orders are approved?' };
      const liked = (await ask(await tokenOf('ann'), body)).body.id;
      await api.finish(liked, 'GOLD', SQL);
      const like = await call(await tokenOf('root', 'admin'), `POST /v1/questions/${liked}/like`);
      const asked = (await ask(await tokenOf('bob'), body)).body.id;
      const [row] = await api.work.database.query<{ known: Id | null }>(
        { name: 'test_known', text: 'select known from assay.questions where run_id = $1' },
        [asked],
      );
      return [like.status, row?.known !== null];
    };
    expect(await knownIn(workspace)).toEqual([201, false]);
    expect(await knownIn(plain.body.id)).toEqual([201, true]);
  });

  it('shows no examples and no counts in the shared schema', async () => {
    const schema = JSON.stringify((await call(ADMIN, `GET /v1/workspaces/${workspace}/schema`)).body);
    expect(schema).toContain('city');
    expect(schema).not.toMatch(/Oslo|"rowEstimate":3/);
  });

  it('has a setting of the workspace alone, for PostgreSQL alone', async () => {
    expect((await ask(await tokenOf('ann'), { settings: { asker: null } })).status).toBe(422);
    const other = { ...asker, claims: {} };
    expect((await ask(await tokenOf('ann'), { settings: { asker: other } })).status).toBe(422);
    const mysql = { dialect: 'mysql', url: 'mysql://reader@db/shop' };
    const body = { name: `m ${newId()}`, database: mysql, settings: { asker } };
    expect(await call(ADMIN, 'POST /v1/workspaces', body)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'settings.asker', message: expect.stringContaining('PostgreSQL alone') }] },
    });
    const made = await call(ADMIN, 'POST /v1/workspaces', { name: `n ${newId()}`, database: mysql });
    const change = await call(ADMIN, `PATCH /v1/workspaces/${made.body.id}`, { settings: { asker } });
    expect(change.status).toBe(422);
    const moved = await call(ADMIN, `PATCH /v1/workspaces/${workspace}`, { database: mysql });
    expect(moved.status).toBe(422);
  });

  it('is refused by name where the role can read past the policies', async () => {
    api.sampler.refused = ['the role owns public.orders'];
    const change = await call(ADMIN, `PATCH /v1/workspaces/${workspace}`, { settings: { asker } });
    expect(change).toMatchObject({
      status: 422,
      body: { code: 'ASKER_UNSAFE', errors: [{ field: 'settings.asker', message: 'the role owns public.orders' }] },
    });
  });

  it('is refused where a role reaches beyond its tables, until that is accepted by its name', async () => {
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop', acceptPrivileged: true };
    api.sampler.roleReach = [{ role: 'north', name: 'public.secret()', words: 'run public.secret()' }];
    const name = `r ${newId()}`;
    const errors = [{ field: 'settings.asker', message: 'the role north may run public.secret()' }];
    const detail = expect.stringContaining('public.secret() (north)');
    const refused = { status: 422, body: { code: 'ROLE_TOO_POWERFUL', detail, errors } };
    expect(await call(ADMIN, `PATCH /v1/workspaces/${workspace}`, { settings: { asker } })).toMatchObject(refused);
    expect(await call(ADMIN, 'POST /v1/workspaces', { name, database, settings: { asker } })).toMatchObject(refused);
    const accepting = { ...database, acceptPrivileged: false, accept: ['public.secret()'] };
    const made = await call(ADMIN, 'POST /v1/workspaces', { name, database: accepting, settings: { asker } });
    const change = await call(ADMIN, `PATCH /v1/workspaces/${made.body.id}`, { settings: { asker } });
    expect([made.status, change.status]).toEqual([201, 200]);
  });
});

describe('without a person', () => {
  let api: ApiFixture;

  beforeAll(async () => {
    api = await ApiFixture.start();
  });
  afterAll(() => api.stop());

  it('no question is accepted on a loopback without keys', async () => {
    const workspace = await api.workspace({ asker });
    const asked = { body: { workspace, question: 'How many?' } };
    expect(await api.problem('POST /v1/questions', asked)).toMatchObject({ status: 403, code: 'ASKER_UNKNOWN' });
    expect((await api.call<{ items: [] }>('GET /v1/questions')).body.items).toEqual([]);
  });

  it('an evaluation that began before the setting asks and judges nothing more', async () => {
    const workspace = await api.workspace();
    const path = `/v1/workspaces/${workspace}`;
    for (const question of ['How many?', 'Which?'])
      await api.call(`POST ${path}/gold-sqls`, { body: { question, sql: 'select 1' } });
    const body = { repeats: 1 };
    const started = await api.call<WorkspaceEvaluationDetail>(`POST ${path}/evaluations`, { body });
    expect((await api.call(`PATCH ${path}`, { body: { settings: { asker } } })).status).toBe(200);
    const driver = new EvaluationDriver(api.work, api.service.app.get(QuestionIntake));
    expect(await driver.turn(new AbortController().signal)).toBe(true);
    const ended = await api.call<WorkspaceEvaluationDetail>(`GET ${path}/evaluations/${started.body.id}`);
    const refused = { outcome: 'error', message: expect.stringContaining('ASKER_UNKNOWN') };
    expect(ended.body).toMatchObject({ status: 'DONE', answers: [refused, refused] });
    const listed = await api.call<{ items: [] }>(`GET /v1/questions?workspace=${workspace}`);
    expect(listed.body.items).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, RIGHT_NAMES, ROLES, type CreatedApiKey, type Id, type LinkView } from '@assay/contracts';
import type { AnyRole, AskerKind } from '@assay/contracts/requests';
import { CONFIG, type Config } from '@assay/runtime';
import type { ApiFixture, Answer } from '../testing/api-fixture.js';
import { ADMIN, isPermitted, kindsOf, RightsStage, STORY, WALKED, type Route } from '../testing/rights-stage.js';

/** To who may not see it. */
const NOT_SHOWN = /^(QUESTION|STORY_EVALUATION|EVALUATION)_NOT_FOUND$/;

describe('the rights', () => {
  let stage: RightsStage;
  let api: ApiFixture;
  let workspace: Id;

  const call = (token: string, route: string, body?: object): Promise<Answer<{ id: Id }>> =>
    stage.call(token, route, body);
  const tokenOf = (subject: string, ...roles: string[]): Promise<string> => stage.tokenOf(subject, ...roles);
  /** Texts that may quote values, in each part of an answered record. */
  async function plantCanaries(question: Id): Promise<void> {
    const { database } = api.work;
    await call(await tokenOf('somebody-else', 'asker'), `POST /v1/questions/${question}/correct`, {
      comment: 'canary of comment',
    });
    const error = 'canary of event';
    await api.publish(question, 'candidate-executed', { candidate: newId(), cluster: null, rowCount: null, error });
    await database.query(
      {
        name: 'test_plant_in_question',
        text: `update assay.questions set summary = 'canary of summary', refusals = '["canary of refusal"]'
          where run_id = $1`,
      },
      [question],
    );
    await database.query(
      {
        name: 'test_plant_in_task',
        text: `insert into assay.tasks (id, run_id, queue, status, payload, last_error)
          values ($2, $1, 'generator', 'DONE', '{}', '{"code": "X", "message": "canary of task"}')`,
      },
      [question, newId()],
    );
  }

  const change = (text: string, id: Id, value: object | null): Promise<object[]> =>
    api.work.database.query({ name: `test ${text}`, text: `update assay.${text}` }, [
      id,
      value && JSON.stringify(value),
    ]);

  beforeAll(async () => {
    stage = await RightsStage.start();
    ({ api, workspace } = stage);
    await plantCanaries(stage.question('asker', 'others') as Id);
  });
  afterAll(() => stage.stop());

  /** Null: keys have no questions under a name. */
  function addressOf({ name }: Route, role: AnyRole, kind: AskerKind = 'nobody', mayDelete = true): string | null {
    const stays = role === 'admin' && name === 'DELETE /v1/workspaces/{id}';
    const here = stays && mayDelete ? newId() : workspace;
    const id = name.includes('/questions/')
      ? stage.question(role, kind)
      : name.includes('/story-evaluations/{id}')
        ? stage.story(role, kind)
        : name.includes('/workspaces/')
          ? here
          : newId();
    if (id === undefined) return null;
    return name
      .replace('{id}', id)
      .replace('{evaluation}', stage.evaluation)
      .replaceAll(/\{\w+\}/g, newId());
  }

  it('are named by every route', () => {
    const { routes } = stage;
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter(({ right }) => right !== 'none' && !RIGHT_NAMES.includes(right))).toEqual([]);
    const named = routes.map(({ name, right, ofOthers }) => [
      name,
      ofOthers === null ? right : `${right}, ${ofOthers}`,
    ]);
    expect(Object.fromEntries(named.sort())).toMatchSnapshot();
  });

  it.each(WALKED)('of %s are what the table says, on every route', async (role) => {
    const wrong: string[] = [];
    for (const route of stage.routes) {
      for (const kind of kindsOf(route)) {
        const address = addressOf(route, role, kind);
        if (address === null) continue;
        const { status, body } = await stage.as(role, address);
        const refused = status === 403 || NOT_SHOWN.test((body as { code?: string }).code ?? '');
        if (status === 401 || status >= 500 || refused === isPermitted(role, route, kind)) {
          wrong.push(`${route.name} (${kind ?? '-'}): ${status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('show curators SQL and verdicts of others, without values', async () => {
    const read = async (role: AnyRole, part: string): Promise<unknown> =>
      (await stage.as(role, `GET /v1/questions/${stage.question(role, 'others')}${part}`)).body;
    const [curator, auditor] = [await read('curator', '/record'), await read('auditor', '/record')];
    expect(curator).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'select 1' }] } });
    const canaries = ['refusal', 'comment', 'summary', 'event', 'task'].map((where) => `canary of ${where}`);
    const shown = [curator, await read('curator', ''), await read('curator', '/timeline')].map((part) =>
      JSON.stringify(part),
    );
    for (const part of shown) expect(part).not.toContain('canary');
    const all = JSON.stringify([auditor, await read('auditor', '/timeline')]);
    expect(canaries.filter((canary) => !all.includes(canary))).toEqual([]);
  });

  it('show comments on questions of people only to those who see the questions', async () => {
    const listed = async (role: AnyRole): Promise<string> =>
      JSON.stringify((await stage.as(role, `GET /v1/workspaces/${workspace}/comments`)).body);
    expect(await listed('key')).not.toContain('canary');
    for (const role of ['curating-key', 'curator', 'auditor', 'admin'] as const) {
      expect(await listed(role)).toContain('canary of comment');
    }
    const others = stage.question('curator', 'others') as Id;
    const setIdentity = (identity: object | null): Promise<object[]> =>
      change('questions set identity = $2 where run_id = $1', others, identity);
    await setIdentity({ person: newId() });
    for (const role of ['curating-key', 'curator'] as const) {
      expect([await listed(role)].join()).toMatch(/withheld/);
      expect(await listed(role)).not.toContain('canary');
    }
    expect(await listed('auditor')).toContain('canary of comment');
    await setIdentity(null);
  });

  it('show the address of a webhook to admins, and to who asked with it', async () => {
    const [own, others] = [stage.question('asker', 'me') as Id, stage.question('asker', 'others') as Id];
    const ofKey = (await stage.as('key', 'POST /v1/questions', { workspace, question: 'How many?' })).body.id;
    const onFinish = { onFinish: { url: 'https://hooks.example/secret', values: false } };
    await change('workspaces set settings = settings || $2 where id = $1', workspace, onFinish);
    for (const id of [own, others, ofKey])
      await change('questions set settings = settings || $2 where run_id = $1', id, onFinish);
    for (const id of [others, ofKey]) await change('questions set asked_settings = $2 where run_id = $1', id, onFinish);
    const shows = async (role: AnyRole | 'somebody-else', path: string): Promise<boolean> => {
      const token = role === 'somebody-else' ? await tokenOf(role, 'asker') : (stage.credentials.get(role) as string);
      const { status, body } = await call(token, `GET /v1/${path}`);
      expect([path, status]).toEqual([path, 200]);
      return JSON.stringify(body).includes('hooks.example');
    };
    for (const path of [`workspaces/${workspace}`, 'workspaces', `questions/${own}/record`]) {
      expect([path, await shows('asker', path), await shows('admin', path)]).toEqual([path, false, true]);
    }
    for (const part of ['record', 'request']) {
      const path = `questions/${others}/${part}`;
      expect([path, await shows('curator', path), await shows('somebody-else', path)]).toEqual([path, false, true]);
      const seenBy = ['key', 'admin', 'curator', 'auditor', 'curating-key'] as const;
      const shown = await Promise.all(seenBy.map((role) => shows(role, `questions/${ofKey}/${part}`)));
      expect(shown).toEqual([true, true, false, false, false]);
    }
  });

  it.each(['asker', 'curator', 'key', 'curating-key'] as const)(
    'let %s neither follow up nor continue questions of others',
    async (role) => {
      const others = stage.question(role, 'others');
      const body = { workspace, question: 'How many orders?' };
      for (const thread of [{ follows: others }, { continues: others }]) {
        const { status } = await stage.as(role, 'POST /v1/questions', { ...body, ...thread });
        expect([thread, status]).toEqual([thread, role.startsWith('cur') ? 403 : 404]);
      }
    },
  );

  it('list own questions to askers, and all to auditors', async () => {
    const listed = async (role: AnyRole, query = ''): Promise<Id[]> => {
      const { body } = await stage.as(role, `GET /v1/questions?limit=100${query}`);
      return (body as unknown as { items: { id: Id }[] }).items.map(({ id }) => id);
    };
    const own = [stage.question('asker', 'me')];
    for (const query of ['', `&workspace=shop`, '&search=orders', '&status=GOLD']) {
      expect([query, await listed('asker', query)]).toEqual([query, own]);
      expect(await listed('auditor', query)).toEqual(expect.arrayContaining(stage.ids));
    }
    expect(await listed('key')).not.toContain(stage.question('key', 'others'));
    expect(await listed('curating-key')).toContain(stage.question('key', 'others'));
  });

  it('list story evaluations to who asked for them, and to admins and auditors of all workspaces', async () => {
    const listed = async (token: string): Promise<Id[]> => {
      const { body } = await call(token, 'GET /v1/story-evaluations?limit=100');
      return (body as unknown as { items: { id: Id }[] }).items.map(({ id }) => id);
    };
    for (const role of ['asker', 'curator', 'key', 'curating-key'] as const) {
      expect([role, await listed(stage.credentials.get(role) as string)]).toEqual([role, [stage.story(role, 'me')]]);
    }
    for (const role of ['auditor', 'admin'] as const) {
      expect(await listed(stage.credentials.get(role) as string)).toContain(stage.story(role, 'others'));
    }
    const { oidc } = api.service.app.get<Config>(CONFIG).http;
    Object.assign(oidc?.roles ?? {}, { local: { admin: [workspace], auditor: [workspace] } });
    const local = await tokenOf('of-one-workspace', 'local');
    expect(await listed(local)).toEqual([]);
    expect((await call(local, `POST /v1/story-evaluations/${stage.story('admin', 'others')}/cancel`)).status).toBe(404);
  });

  it('of who made a link end it when they end', async () => {
    await change('workspaces set settings = settings || $2 where id = $1', workspace, { links: { frames: [] } });
    const linked = async (by: (route: string, body?: object) => Promise<Answer<{ id: Id }>>): Promise<string> => {
      const { id } = (await by('POST /v1/questions', { workspace, question: 'How many?' })).body;
      await api.finish(id, 'GOLD', 'select 1');
      const made = await by(`POST /v1/questions/${id}/links`, {});
      return `GET ${(made.body as unknown as LinkView).path}/answer`;
    };
    const as = async (...roles: string[]): Promise<string> => tokenOf('link-maker', ...roles);
    const asker = await as('asker');
    const route = await linked((name, body) => call(asker, name, body));
    const shown = async (link: string): Promise<number> => (await api.call(link)).status;
    expect(await shown(route)).toBe(200);
    for (const [role, status] of [
      ['auditor', 410],
      ['curator', 200],
    ] as const) {
      expect((await call(await as(role), 'GET /v1/me')).status).toBe(200);
      expect([role, await shown(route)]).toEqual([role, status]);
    }
    const made = await call(ADMIN, 'POST /v1/api-keys', { name: 'for links', mayActFor: true });
    const { key, id } = (made as unknown as Answer<CreatedApiKey>).body;
    const headers = { authorization: `Bearer ${key}`, 'x-assay-person': 'ulla' };
    const ofUlla = await linked((name, body) => api.call(name, { ...(body && { body }), headers }));
    expect(await shown(ofUlla)).toBe(200);
    await call(ADMIN, `DELETE /v1/api-keys/${id}`);
    expect(await shown(ofUlla)).toBe(410);
    await change('workspaces set settings = settings || $2 where id = $1', workspace, { links: null });
  });

  it('of keys that act for people are those of askers, and of nobody without mayActFor', async () => {
    const make = async (body: object): Promise<string> => {
      const made = await call(ADMIN, 'POST /v1/api-keys', { name: 'for people', workspaces: [workspace], ...body });
      return (made as unknown as Answer<CreatedApiKey>).body.key;
    };
    const key = await make({ mayActFor: true });
    const as = (token: string, person: string, route: string, body?: object): Promise<Answer<{ id: Id }>> =>
      api.call(route, {
        ...(body && { body }),
        headers: { authorization: `Bearer ${token}`, 'x-assay-person': person },
      });
    const asked = await as(key, 'zo%C3%AB', 'POST /v1/questions', { workspace, question: 'Mine?' });
    expect(asked.status).toBe(202);
    const path = `/v1/questions/${asked.body.id}`;
    expect((await as(key, 'zo%C3%AB', `GET ${path}`)).status).toBe(200);
    expect((await as(key, 'yan', `GET ${path}`)).status).toBe(404);
    expect((await call(key, `GET ${path}`)).status).toBe(404);
    expect((await call(await tokenOf('zoë', 'asker'), `GET ${path}`)).status).toBe(200);
    expect((await as(key, 'zo%C3%AB', `POST ${path}/like`)).status).toBe(403);
    for (const person of ['%', '%00', '', 'x'.repeat(256)]) {
      expect((await as(key, person, 'GET /v1/me')).status).toBe(403);
    }
    expect((await as(key, 'zo%C3%AB', 'POST /v1/story-evaluations', STORY)).status).toBe(202);
    const audit = await call(ADMIN, 'GET /v1/audit');
    expect(audit.body).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({
          action: 'question-asked',
          question: asked.body.id,
          details: { via: expect.any(String) },
        }),
        expect.objectContaining({
          action: 'story-evaluation-asked',
          details: { evaluation: expect.any(String), via: expect.any(String) },
        }),
        expect.objectContaining({
          action: 'api-key-created',
          details: expect.objectContaining({ name: 'for people', mayActFor: true }),
        }),
      ]),
    });
    const admin = await make({ workspaces: null, admin: true, mayActFor: true });
    expect((await as(admin, 'yan', 'GET /v1/api-keys')).status).toBe(403);
    for (const token of [key, admin]) {
      expect((await as(token, 'yan', 'GET /v1/me')).body).toMatchObject({ roles: [{ role: 'asker' }] });
    }
    const curating = await make({ workspaces: null, admin: true, mayActFor: true, mayCurate: true });
    expect((await as(curating, 'yan', 'GET /v1/me')).body).toMatchObject({ roles: [{ role: 'curator' }] });
    for (const token of [await make({}), ADMIN]) expect((await as(token, 'yan', 'GET /v1/me')).status).toBe(403);
  });

  it('of admin keys end at mayCurate', async () => {
    const made = await call(ADMIN, 'POST /v1/api-keys', { name: 'no curator', admin: true, mayCurate: false });
    const { key } = (made as unknown as Answer<CreatedApiKey>).body;
    const goldSql = { question: 'q', sql: 'select 1' };
    const refused = await call(key, `POST /v1/workspaces/${workspace}/gold-sqls`, goldSql);
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ code: 'MAY_NOT_CURATE' })]);
    expect((await call(key, 'GET /v1/api-keys')).status).toBe(200);
    expect((await call(key, 'GET /v1/me')).body).toMatchObject({ rights: { curate: [], operate: null } });
  });

  it('permit no auditor to refresh a schema', async () => {
    const auditor = stage.credentials.get('auditor') as string;
    const path = `/v1/workspaces/${workspace}/schema`;
    expect((await call(auditor, `GET ${path}`)).status).toBe(200);
    expect((await call(auditor, `GET ${path}?refresh=true`)).status).toBe(403);
    expect((await call(auditor, `POST ${path}/refresh`)).status).toBe(403);
    for (const role of ['asker', 'key'] as const) {
      expect((await stage.as(role, `POST ${path}/refresh`)).status).toBe(200);
    }
  });

  it('let curators change the evidence of a workspace, and nothing else of it', async () => {
    const path = `PATCH /v1/workspaces/${workspace}`;
    const curator = await stage.tokenOf('keeper', 'curator');
    expect((await call(curator, path, { evidence: ['paid: status = 2'] })).body).toMatchObject({
      evidence: ['paid: status = 2'],
    });
    for (const changes of [{ directives: 'x', evidence: [] }, { name: 'other' }, {}]) {
      expect((await call(curator, path, changes)).status).toBe(403);
    }
    expect((await stage.as('asker', path, { evidence: [] })).status).toBe(403);
    expect((await stage.as('auditor', path, { evidence: [] })).status).toBe(403);
  });

  it.each(ROLES)('of %s in another workspace open no route of this one', async (role) => {
    const elsewhere = { dialect: 'postgres', url: 'postgres://reader@db/crm' };
    const made = await call(ADMIN, 'POST /v1/workspaces', { name: `of ${role}`, database: elsewhere });
    const { oidc } = api.service.app.get<Config>(CONFIG).http;
    Object.assign(oidc?.roles ?? {}, { [`elsewhere ${role}`]: { [role]: [made.body.id] } });
    const token = await tokenOf(`elsewhere ${role}`, `elsewhere ${role}`);
    expect((await call(token, `GET /v1/workspaces/${made.body.id}`)).status).toBe(200);
    const open: string[] = [];
    const local = stage.routes.filter(({ name }) => /\/(questions|workspaces)\/\{id\}/.test(name));
    expect(local.length).toBeGreaterThan(30);
    for (const route of local) {
      const address = addressOf(route, role, 'others', false) ?? '';
      const { status } = await call(token, address);
      if (status !== 404 && status !== 403) open.push(`${route.name}: ${status}`);
    }
    expect(open).toEqual([]);
    expect((await call(token, 'POST /v1/questions', { workspace, question: 'How many?' })).status).toBe(
      role === 'auditor' ? 403 : 404,
    );
  });

  it('end at the workspaces of the mapping', async () => {
    const elsewhere = { dialect: 'postgres', url: 'postgres://reader@db/crm' };
    const crm = (await call(ADMIN, 'POST /v1/workspaces', { name: 'crm', database: elsewhere })).body.id;
    const { oidc } = api.service.app.get<Config>(CONFIG).http;
    const mapping = {
      crm: { curator: [crm] },
      shop: { asker: [workspace] },
      head: { admin: [crm] },
      'audit-crm': { auditor: [crm] },
    };
    Object.assign(oidc?.roles ?? {}, mapping);
    const token = await tokenOf('two-roles', 'crm', 'shop');
    const goldSql = { question: 'q', sql: 'select 1' };
    expect((await call(token, `POST /v1/workspaces/${crm}/gold-sqls`, goldSql)).status).toBe(201);
    expect((await call(token, `POST /v1/workspaces/${workspace}/gold-sqls`, goldSql)).status).toBe(403);
    expect((await call(token, `GET /v1/workspaces/${workspace}/gold-sqls`)).status).toBe(403);
    expect((await call(await tokenOf('c', 'crm'), `GET /v1/workspaces/${workspace}`)).status).toBe(404);
    const auditor = await tokenOf('local-auditor', 'audit-crm');
    const read = await call(auditor, 'GET /v1/audit?limit=200');
    const { items } = read.body as unknown as { items: { workspace: Id | null }[] };
    expect(new Set(items.map(({ workspace: of }) => of))).toEqual(new Set([crm]));
    expect((await call(auditor, `GET /v1/audit?workspace=${workspace}`)).status).toBe(403);
    const head = await tokenOf('head', 'head');
    expect((await call(head, `PATCH /v1/workspaces/${crm}`, { directives: 'x' })).status).toBe(200);
    expect((await call(head, `PATCH /v1/workspaces/${workspace}`, { directives: 'x' })).status).toBe(404);
    expect((await call(head, 'POST /v1/api-keys', { name: 'more', admin: true })).status).toBe(403);
  });
});

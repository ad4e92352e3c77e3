import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, RIGHT_NAMES, type CreatedApiKey, type Id, type Right } from '@assay/contracts';
import { RIGHTS, type AnyRole } from '@assay/requests';
import { CONFIG, type Config } from '@assay/runtime';
import { CLIENT_ID } from '@assay/testing';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';
import { TokenIssuer } from '../testing/token-issuer.js';

const ADMIN = 'the-admin-key-of-this-test';
const KINDS = ['nobody', 'me', 'others'] as const;
type Kind = (typeof KINDS)[number];

interface Route {
  name: string;
  right: Right | 'none';
}

/** Of questions of others these need `seeValues`, too. */
const OF_VALUES = /calls|\/events$|\/replay$/;
const CORRECT = 'POST /v1/questions/{id}/correct';

/** From the table alone. */
function isPermitted(role: AnyRole, { name, right }: Route, kind?: Kind): boolean {
  if (right === 'none') return true;
  const has = (wanted: Right): boolean => {
    const extent = RIGHTS[wanted].roles[role];
    return extent !== undefined && (extent === true || kind === undefined || extent.includes(kind));
  };
  if (name === CORRECT) return has('see') && (has('ask') || has('curate'));
  if (right === 'curate' && kind !== undefined && !has('see')) return false;
  return has(right) && (kind !== 'others' || !OF_VALUES.test(name) || has('seeValues'));
}

describe('the rights', () => {
  let issuer: TokenIssuer;
  let api: ApiFixture;
  let routes: Route[];
  let workspace: Id;
  const credentials = new Map<AnyRole, string>();
  const questions = new Map<string, Id>();

  const call = (token: string, route: string, body?: object): Promise<Answer<{ id: Id }>> =>
    api.call(route, { ...(body && { body }), headers: { authorization: `Bearer ${token}` } });
  const ask = async (token: string): Promise<Id> => {
    const asked = await call(token, 'POST /v1/questions', { workspace, question: 'How many orders?' });
    expect(asked.status).toBe(202);
    await api.finish(asked.body.id, 'GOLD', 'select 1');
    return asked.body.id;
  };
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
  const tokenOf = (subject: string, ...roles: string[]): Promise<string> => issuer.token(subject, { roles });

  beforeAll(async () => {
    issuer = await TokenIssuer.start();
    api = await ApiFixture.start({
      ASSAY_API_KEYS: ADMIN,
      ASSAY_OIDC_ISSUER: issuer.url,
      ASSAY_OIDC_CLIENT_ID: CLIENT_ID,
    });
    const database = { dialect: 'postgres', url: 'postgres://reader@db/shop' };
    workspace = (await call(ADMIN, 'POST /v1/workspaces', { name: 'shop', database })).body.id;
    for (const [role, mayCurate] of [
      ['key', false],
      ['curating-key', true],
    ] as const) {
      const body = { name: role, workspaces: [workspace], mayCurate };
      const made = (await call(ADMIN, 'POST /v1/api-keys', body)) as unknown as Answer<CreatedApiKey>;
      credentials.set(role, made.body.key);
    }
    for (const role of ['asker', 'curator', 'auditor', 'admin'] as const) {
      credentials.set(role, await tokenOf(role, role));
      questions.set(`${role} me`, await ask(await tokenOf(role, 'asker')));
    }
    questions.set('others', await ask(await tokenOf('somebody-else', 'asker')));
    questions.set('nobody', await ask(ADMIN));
    await plantCanaries(questions.get('others') as Id);
    const document = await api.call<{ paths: Record<string, Record<string, { 'x-assay-right'?: Right }>> }>(
      'GET /openapi.json',
    );
    routes = Object.entries(document.body.paths)
      .filter(([path]) => !path.startsWith('/health'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          name: `${method.toUpperCase()} ${path}`,
          right: operation['x-assay-right'] ?? ('undefined' as Right),
        })),
      );
  });
  afterAll(async () => {
    await api.stop();
    await issuer.stop();
  });

  function addressOf({ name }: Route, question: Id, role: AnyRole): string {
    const stays = role === 'admin' && name === 'DELETE /v1/workspaces/{id}';
    const here = stays ? newId() : workspace;
    const id = name.includes('/questions/') ? question : name.includes('/workspaces/') ? here : newId();
    return name.replace('{id}', id).replaceAll(/\{\w+\}/g, newId());
  }

  it('are named by every route', () => {
    expect(routes.length).toBeGreaterThan(50);
    expect(routes.filter(({ right }) => right !== 'none' && !RIGHT_NAMES.includes(right))).toEqual([]);
    expect(Object.fromEntries(routes.map(({ name, right }) => [name, right]).sort())).toMatchSnapshot();
  });

  it.each(['asker', 'curator', 'auditor', 'key', 'curating-key', 'admin'] as const)(
    'of %s are what the table says, on every route',
    async (role) => {
      const wrong: string[] = [];
      for (const route of routes) {
        const kinds = route.name.includes('/questions/') ? KINDS : [undefined];
        for (const kind of kinds) {
          const question = kind === 'me' ? questions.get(`${role} me`) : questions.get(kind ?? 'nobody');
          // keys have no questions under a name
          if (question === undefined) continue;
          const { status, body } = await call(credentials.get(role) as string, addressOf(route, question, role));
          const refused = status === 403 || (body as { code?: string }).code === 'QUESTION_NOT_FOUND';
          if (status === 401 || status >= 500 || refused === isPermitted(role, route, kind)) {
            wrong.push(`${route.name} (${kind ?? '-'}): ${status}`);
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it('show curators SQL and verdicts of others, without values', async () => {
    const read = async (role: AnyRole, part: string): Promise<unknown> =>
      (await call(credentials.get(role) as string, `GET /v1/questions/${questions.get('others')}${part}`)).body;
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
      JSON.stringify((await call(credentials.get(role) as string, `GET /v1/workspaces/${workspace}/comments`)).body);
    expect(await listed('key')).not.toContain('canary');
    for (const role of ['curating-key', 'curator', 'auditor', 'admin'] as const) {
      expect(await listed(role)).toContain('canary of comment');
    }
  });

  it('list own questions to askers, and all to auditors', async () => {
    const listed = async (role: AnyRole, query = ''): Promise<Id[]> => {
      const { body } = await call(credentials.get(role) as string, `GET /v1/questions?limit=100${query}`);
      return (body as unknown as { items: { id: Id }[] }).items.map(({ id }) => id);
    };
    const own = [questions.get('asker me')];
    for (const query of ['', `&workspace=shop`, '&search=orders', '&status=GOLD']) {
      expect([query, await listed('asker', query)]).toEqual([query, own]);
      expect(await listed('auditor', query)).toEqual(expect.arrayContaining([...questions.values()]));
    }
    expect(await listed('key')).not.toContain(questions.get('others'));
    expect(await listed('curating-key')).toContain(questions.get('others'));
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
    const story = {
      storyId: 'the-lamp',
      candidates: [{ label: 'plain', text: 'A lamp went out.' }],
      evaluators: [{ name: 'anna' }],
      mode: 'prompt',
    };
    expect((await as(key, 'zo%C3%AB', 'POST /v1/story-evaluations', story)).status).toBe(202);
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
    const auditor = credentials.get('auditor') as string;
    const path = `/v1/workspaces/${workspace}/schema`;
    expect((await call(auditor, `GET ${path}`)).status).toBe(200);
    expect((await call(auditor, `GET ${path}?refresh=true`)).status).toBe(403);
    expect((await call(auditor, `POST ${path}/refresh`)).status).toBe(403);
    for (const role of ['asker', 'key'] as const) {
      expect((await call(credentials.get(role) as string, `POST ${path}/refresh`)).status).toBe(200);
    }
  });

  it('end at the workspaces of the mapping', async () => {
    const elsewhere = { dialect: 'postgres', url: 'postgres://reader@db/crm' };
    const crm = (await call(ADMIN, 'POST /v1/workspaces', { name: 'crm', database: elsewhere })).body.id;
    const { oidc } = api.service.app.get<Config>(CONFIG).http;
    const mapping = { crm: { curator: [crm] }, shop: { asker: [workspace] }, head: { admin: [crm] } };
    Object.assign(oidc?.roles ?? {}, mapping);
    const token = await tokenOf('two-roles', 'crm', 'shop');
    const goldSql = { question: 'q', sql: 'select 1' };
    expect((await call(token, `POST /v1/workspaces/${crm}/gold-sqls`, goldSql)).status).toBe(201);
    expect((await call(token, `POST /v1/workspaces/${workspace}/gold-sqls`, goldSql)).status).toBe(403);
    expect((await call(token, `GET /v1/workspaces/${workspace}/gold-sqls`)).status).toBe(403);
    expect((await call(await tokenOf('c', 'crm'), `GET /v1/workspaces/${workspace}`)).status).toBe(404);
    const head = await tokenOf('head', 'head');
    expect((await call(head, `PATCH /v1/workspaces/${crm}`, { directives: 'x' })).status).toBe(200);
    expect((await call(head, `PATCH /v1/workspaces/${workspace}`, { directives: 'x' })).status).toBe(404);
    expect((await call(head, 'POST /v1/api-keys', { name: 'more', admin: true })).status).toBe(403);
  });
});

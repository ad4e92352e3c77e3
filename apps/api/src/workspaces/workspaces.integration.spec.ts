import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  newId,
  type Id,
  type Page,
  type ProblemDocument,
  type SchemaView,
  type WorkspaceEvaluationDetail,
  type WorkspaceView,
} from '@assay/contracts';
import { renderMetrics } from '@assay/runtime/telemetry';
import { eventually } from '@assay/testing';
import { ApiFixture } from '../testing/api-fixture.js';

const URL = 'postgres://reader:s3cr3t@db:5432/shop';
const creation = (name: string, more: object = {}): object => ({
  name,
  database: { dialect: 'postgres', url: URL },
  ...more,
});
const withUrl = (name: string, url: string, more: object = {}): object => ({
  name,
  database: { dialect: 'postgres', url, ...more },
});

describe('workspaces over HTTP', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start();
  });
  afterAll(() => api.stop());

  const rowsNamed = async (name: string): Promise<number> => {
    const text = 'select count(*)::integer as count from assay.workspaces where name = $1';
    const [row] = await api.work.database.query<{ count: number }>({ name: 'test_count', text }, [name]);
    return row?.count ?? -1;
  };

  it('are made of a database that was checked, and never show its url', async () => {
    const body = creation('First', {
      directives: 'Be exact.',
      evidence: ['a year has 4 quarters'],
      settings: { sqlCandidates: 4 },
    });
    const created = await api.call<WorkspaceView>('POST /v1/workspaces', { body });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'First',
      dialect: 'postgres',
      directives: 'Be exact.',
      evidence: ['a year has 4 quarters'],
      settings: { sqlCandidates: 4, testBatches: 5 },
      privileges: { superuser: false, canWrite: false, findings: [] },
    });
    const read = await api.call<WorkspaceView>(`GET /v1/workspaces/${created.body.id}`);
    expect(read.body).toEqual(created.body);
    expect((await api.call<WorkspaceView>('GET /v1/workspaces/FIRST')).body.id).toBe(created.body.id);
    expect(JSON.stringify(read.body)).not.toMatch(/s3cr3t|db:5432/);
  });

  it('keep their connection encrypted, and out of queues and tasks', async () => {
    const id = await api.workspace({}, 'Sealed');
    const text = `select (select jsonb_agg(w) from assay.workspaces w)::text || coalesce((select jsonb_agg(t) from assay.tasks t)::text, '') as everything`;
    const [row] = await api.work.database.query<{ everything: string }>({ name: 'test_everything', text });
    expect(row?.everything).toContain(id);
    expect(row?.everything).not.toMatch(/s3cr3t|secret@db/);
    expect(api.sampler.requests.at(-1)?.url).toBe('postgres://reader:secret@db/shop');
  });

  it.each<[string, object, string, string[]]>([
    ['an empty body', {}, 'VALIDATION_FAILED', ['name', 'database']],
    ['an empty name', creation(''), 'VALIDATION_FAILED', ['name']],
    ['a name with spaces around', creation(' a '), 'VALIDATION_FAILED', ['name']],
    ['a name that looks like an id', creation(newId()), 'VALIDATION_FAILED', ['name']],
    [
      'an unknown dialect',
      { name: 'x', database: { dialect: 'db2', url: URL } },
      'VALIDATION_FAILED',
      ['database.dialect'],
    ],
    ['no url', { name: 'x', database: { dialect: 'postgres' } }, 'VALIDATION_FAILED', ['database.url']],
    ['another scheme', withUrl('x', 'mysql://u@h/d'), 'VALIDATION_FAILED', ['database.url']],
    ['a host in the query', withUrl('x', 'postgres://u:p@h/d?host=/tmp'), 'VALIDATION_FAILED', ['database.url']],
    ['options in the query', withUrl('x', 'postgres://u:p@h/d?options=-c'), 'VALIDATION_FAILED', ['database.url']],
    ['an unknown field of the database', withUrl('x', URL, { port: 1 }), 'VALIDATION_FAILED', ['database.port']],
    [
      'an unknown setting',
      creation('x', { settings: { candidates: 1 } }),
      'VALIDATION_FAILED',
      ['settings.candidates'],
    ],
    [
      'settings that exclude each other',
      creation('x', { settings: { effort: 'instant', allowSilver: false } }),
      'VALIDATION_FAILED',
      ['settings.effort'],
    ],
    ['a setting out of bounds', creation('x', { settings: { maxRows: 0 } }), 'VALIDATION_FAILED', ['settings.maxRows']],
    ['evidence that is no list', creation('x', { evidence: 'y' }), 'VALIDATION_FAILED', ['evidence']],
    [
      'a database that is not there',
      withUrl('x', 'postgres://u:hunter2@nowhere/d'),
      'DATABASE_UNREACHABLE',
      ['database.url'],
    ],
    [
      'a host that is not allowed',
      withUrl('x', 'postgres://u:hunter2@forbidden/d'),
      'TARGET_HOST_FORBIDDEN',
      ['database.url'],
    ],
    ['a superuser', withUrl('x', 'postgres://root:hunter2@db/d'), 'ROLE_TOO_POWERFUL', ['database.url']],
    [
      'a superuser accepted under another name',
      withUrl('x', 'postgres://root:hunter2@db/d', { acceptPrivileged: 'admin' }),
      'ROLE_TOO_POWERFUL',
      ['database.url'],
    ],
  ])('are not made of %s, and nothing is left behind', async (_name, body, code, fields) => {
    expect(await api.problem('POST /v1/workspaces', { body })).toEqual({ status: 422, code, fields });
    const { body: problem } = await api.call('POST /v1/workspaces', { body });
    expect(JSON.stringify(problem)).not.toContain('hunter2');
    expect(await rowsNamed('x')).toBe(0);
  });

  it('take a powerful role where it is accepted, by name or at all', async () => {
    for (const acceptPrivileged of [true, 'root']) {
      const body = withUrl(`root ${acceptPrivileged}`, 'postgres://root@db/d', { acceptPrivileged });
      const created = await api.call('POST /v1/workspaces', { body });
      expect(created).toMatchObject({ status: 201, body: { privileges: { superuser: true } } });
    }
  });

  it('remember what was accepted by name, for their next connection too', async () => {
    const refused = withUrl('reaching', 'postgres://reaching:hunter2@db/d', { accept: ['dblink'] });
    const problem = await api.call<ProblemDocument>('POST /v1/workspaces', { body: refused });
    expect(problem).toMatchObject({ status: 422, body: { code: 'ROLE_TOO_POWERFUL' } });
    expect(problem.body.errors?.map(({ message }) => message)).toEqual([
      'connects as a role that may use public.balance(integer)',
    ]);
    const accept = ['dblink', 'public.balance(integer)'];
    const body = withUrl('reaching', 'postgres://reaching:hunter2@db/d', { accept: [...accept, 'dblink'] });
    const { id } = (await api.call<WorkspaceView>('POST /v1/workspaces', { body })).body;
    const path = `/v1/workspaces/${id}`;
    expect((await api.call<WorkspaceView>(`GET ${path}`)).body.accept).toEqual(accept);
    const change = (database: object = {}): Promise<{ status: number; body: WorkspaceView }> =>
      api.call(`PATCH ${path}`, {
        body: { database: { dialect: 'postgres', url: 'postgres://reaching:hunter4@db/d', ...database } },
      });
    expect(await change()).toMatchObject({ status: 200, body: { accept } });
    expect(await change({ accept: [] })).toMatchObject({ status: 422, body: { code: 'ROLE_TOO_POWERFUL' } });
    expect((await api.call<WorkspaceView>(`GET ${path}`)).body.accept).toEqual(accept);
    const reader = { url: 'postgres://reader:hunter2@db/d', accept: [] };
    expect(await change(reader)).toMatchObject({ status: 200, body: { accept: [] } });
    expect(await change()).toMatchObject({ status: 422 });
  });

  it('have names of their own, whatever their case, also when made at once', async () => {
    const attempts = await Promise.all(
      ['Twin', 'TWIN', 'twin'].map((name) => api.call('POST /v1/workspaces', { body: creation(name) })),
    );
    expect(attempts.map((attempt) => attempt.status).sort()).toEqual([201, 409, 409]);
    const third = await api.workspace();
    const renamed = await api.problem(`PATCH /v1/workspaces/${third}`, { body: { name: 'twin' } });
    expect(renamed).toMatchObject({ status: 409, code: 'NAME_TAKEN' });
  });

  it('are not served before their check has ended', async () => {
    const id = newId();
    const text = `insert into assay.workspaces (id, name, dialect, connection, updated_at)
      values ($1, 'Unchecked', 'postgres', '', now() - interval '6 minutes')`;
    await api.work.database.query({ name: 'test_unchecked', text }, [id]);
    expect(await api.problem(`GET /v1/workspaces/${id}`)).toMatchObject({ status: 404 });
    const question = { workspace: 'Unchecked', question: 'Anyone?' };
    expect(await api.problem('POST /v1/questions', { body: question })).toMatchObject({ status: 404 });
    expect((await api.call('POST /v1/workspaces', { body: creation('Slow') })).status).toBe(201);
    expect(await rowsNamed('Slow')).toBe(1);
  });

  it('are listed in order of their making, page by page', async () => {
    const made = [await api.workspace(), await api.workspace(), await api.workspace()];
    const ids: Id[] = [];
    let cursor = '';
    do {
      const { body } = await api.call<Page<WorkspaceView>>(`GET /v1/workspaces?limit=2${cursor}`);
      ids.push(...body.items.map((item) => item.id));
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(ids.slice(-3)).toEqual(made);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('change field by field: settings are merged, evidence is replaced', async () => {
    const id = await api.workspace({ maxRows: 50, sqlCandidates: 3 });
    const body = { directives: 'New.', evidence: ['only this'], settings: { maxRows: 60, maxTokens: 10 } };
    const changed = await api.call<WorkspaceView>(`PATCH /v1/workspaces/${id}`, { body });
    expect(changed.body).toMatchObject({ ...body, settings: { maxRows: 60, sqlCandidates: 3, maxTokens: 10 } });
    const cleared = await api.call(`PATCH /v1/workspaces/${id}`, {
      body: { directives: null, settings: { maxTokens: null } },
    });
    expect(cleared.body).toMatchObject({ directives: null, evidence: ['only this'], settings: { maxTokens: null } });
    const excluding = { body: { settings: { effort: 'instant', verdicts: 'final' } } };
    expect(await api.problem(`PATCH /v1/workspaces/${id}`, excluding)).toMatchObject({ fields: ['settings.effort'] });
    expect(await api.problem(`PATCH /v1/workspaces/${id}`, { body: { names: 'x' } })).toMatchObject({
      fields: ['names'],
    });
    expect(await api.problem(`PATCH /v1/workspaces/${newId()}`, { body: {} })).toMatchObject({ status: 404 });
    const asked = await api.ask(id);
    expect((await api.call(`GET /v1/questions/${asked}/record`)).body).toMatchObject({ settings: { maxRows: 60 } });
  });

  it('take another connection only when it works', async () => {
    const id = await api.workspace({}, 'Moving');
    const move = (url: string): object => ({ database: { dialect: 'postgres', url } });
    const broken = await api.problem(`PATCH /v1/workspaces/${id}`, {
      body: { ...move('postgres://u@nowhere/d'), name: 'Moved' },
    });
    expect(broken.code).toBe('DATABASE_UNREACHABLE');
    await api.call(`POST /v1/workspaces/${id}/schema/refresh`);
    expect(api.sampler.requests.at(-1)?.url).toBe('postgres://reader:secret@db/shop');
    const moved = await api.call(`PATCH /v1/workspaces/${id}`, {
      body: { ...move('postgres://u:new@db2/d'), name: 'Moved' },
    });
    expect(moved).toMatchObject({ status: 200, body: { id, name: 'Moved' } });
    await api.call(`POST /v1/workspaces/${id}/schema/refresh`);
    expect(api.sampler.requests.at(-1)?.url).toBe('postgres://u:new@db2/d');
    const all = await api.call<Page<WorkspaceView>>('GET /v1/workspaces?limit=200');
    expect(all.body.items.filter((item) => item.name.startsWith('Mov'))).toHaveLength(1);
  });

  it('show their schema as agents see it, with descriptions of their own', async () => {
    const id = await api.workspace();
    const before = (await api.call<SchemaView>(`GET /v1/workspaces/${id}/schema`)).body;
    expect(before.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(before.mSchema).toContain('orders');
    expect(before.schema.tables[0]?.columns[1]).toMatchObject({ description: 'Where to', examples: ['Rome', 'Oslo'] });
    const descriptions = { orders: 'All orders', 'orders.city': 'Destination' };
    const changed = await api.call<WorkspaceView>(`PATCH /v1/workspaces/${id}`, { body: { descriptions } });
    expect(changed.body.descriptions).toEqual(descriptions);
    const after = (await api.call<SchemaView>(`GET /v1/workspaces/${id}/schema`)).body;
    expect(after.schema.tables[0]).toMatchObject({
      description: 'All orders',
      columns: [{}, { description: 'Destination' }],
    });
    expect(after.hash).not.toBe(before.hash);
    const removed = { descriptions: { orders: null, 'orders.city': null } };
    await api.call(`PATCH /v1/workspaces/${id}`, { body: removed });
    expect((await api.call<SchemaView>(`GET /v1/workspaces/${id}/schema`)).body).toEqual(before);
  });

  it('show no value of the database where rows are not to be sent', async () => {
    const id = await api.workspace({ sendRows: false });
    const hidden = (await api.call<SchemaView>(`GET /v1/workspaces/${id}/schema`)).body;
    expect(JSON.stringify(hidden)).not.toMatch(/Rome|Oslo/);
    await api.call(`PATCH /v1/workspaces/${id}`, { body: { settings: { sendRows: true } } });
    expect((await api.call<SchemaView>(`GET /v1/workspaces/${id}/schema`)).body.mSchema).toMatch(/Rome/);
    await api.call(`PATCH /v1/workspaces/${id}`, { body: { settings: { sendRows: false } } });
    const again = (await api.call<SchemaView>(`GET /v1/workspaces/${id}/schema?refresh=true`)).body;
    expect(again).toEqual(hidden);
    expect(await api.problem(`GET /v1/workspaces/${id}/schema?refresh=1`)).toMatchObject({ fields: ['refresh'] });
  });

  it('show the row counts again once they no longer answer as the asker', async () => {
    const id = await api.workspace({ sendRows: false, asker: { mode: 'variables', claims: {} } });
    const counts = async (): Promise<(number | null)[]> => {
      const { schema } = (await api.call<SchemaView>(`GET /v1/workspaces/${id}/schema`)).body;
      return schema.tables.map(({ rowEstimate }) => rowEstimate);
    };
    expect(await counts()).toEqual([null]);
    await api.call(`PATCH /v1/workspaces/${id}`, { body: { settings: { asker: null } } });
    expect(await counts()).toEqual([3]);
  });

  it('can be changed while their database is unreachable, which is reported when it is needed', async () => {
    const id = await api.workspace();
    const path = `/v1/workspaces/${id}/schema`;
    await api.call(`PATCH /v1/workspaces/${id}`, { body: { descriptions: { orders: 'Mine', 'orders.id': 'Number' } } });
    const before = (await api.call<SchemaView>(`GET ${path}`)).body;
    api.sampler.unreachable = true;
    try {
      const away = await api.call(`POST ${path}/refresh`);
      expect(away).toMatchObject({ status: 503, body: { code: 'DATABASE_UNREACHABLE' } });
      expect(away.headers.get('retry-after')).not.toBeNull();
      const counted = /^assay_http_requests_total\{.*refresh",status="503",code="DATABASE_UNREACHABLE"\} [1-9]\d*$/m;
      await eventually(async () => counted.test(await renderMetrics()));
      expect((await api.call<SchemaView>(`GET ${path}`)).body).toEqual(before);
      const body = { descriptions: { orders: 'Ours', 'orders.id': null }, settings: { sendRows: false } };
      expect((await api.call(`PATCH /v1/workspaces/${id}`, { body })).status).toBe(200);
    } finally {
      api.sampler.unreachable = false;
    }
    const [orders] = (await api.call<SchemaView>(`GET ${path}`)).body.schema.tables;
    expect(orders).toMatchObject({ description: 'Ours', columns: [{ examples: [] }, { examples: [] }] });
    const refreshed = (await api.call<SchemaView>(`POST ${path}/refresh`)).body;
    expect(refreshed.schema.tables[0]?.columns[0]).toMatchObject({ description: null, examples: [] });
  });

  it('keep gold SQLs', async () => {
    const id = await api.workspace();
    const path = `/v1/workspaces/${id}/gold-sqls`;
    const gold = { question: 'How many?', sql: 'select count(*) from orders', evidence: 'all of them' };
    const first = await api.call<{ id: Id }>(`POST ${path}`, { body: gold });
    expect(first).toMatchObject({ status: 201, body: gold });
    const second = await api.call<{ id: Id }>(`POST ${path}`, { body: { question: 'q', sql: 'select 1' } });
    expect(second.body).toMatchObject({ evidence: null });
    const listed = await api.call<Page<{ id: Id }>>(`GET ${path}`);
    expect(listed.body.items.map((item) => item.id)).toEqual([second.body.id, first.body.id]);
    expect((await api.call(`DELETE ${path}/${first.body.id}`)).status).toBe(204);
    expect(await api.problem(`DELETE ${path}/${first.body.id}`)).toMatchObject({
      status: 404,
      code: 'GOLD_SQL_NOT_FOUND',
    });
    expect(await api.problem(`DELETE ${path}/nonsense`)).toMatchObject({ status: 404 });
    const other = await api.workspace();
    expect(await api.problem(`DELETE /v1/workspaces/${other}/gold-sqls/${second.body.id}`)).toMatchObject({
      status: 404,
    });
    expect((await api.problem(`POST ${path}`, { body: {} })).fields).toEqual(['question', 'sql']);
  });

  it('are evaluated by those of their gold SQLs that were not set aside', async () => {
    const id = await api.workspace();
    const add = async (sql: string): Promise<Id> =>
      (await api.call<{ id: Id }>(`POST /v1/workspaces/${id}/gold-sqls`, { body: { question: 'q', sql } })).body.id;
    const [taken, aside] = [await add('select 1'), await add('select 2')];
    const text = `update assay.gold_sqls set set_aside = 'gone' where id = $1`;
    await api.work.database.query({ name: 'test_set_aside', text }, [aside]);
    const started = await api.call<WorkspaceEvaluationDetail>(`POST /v1/workspaces/${id}/evaluations`, { body: {} });
    expect([...new Set(started.body.answers.map(({ goldSql }) => goldSql))]).toEqual([taken]);
  });

  it('keep no gold SQL that could not run', async () => {
    const id = await api.workspace();
    const path = `/v1/workspaces/${id}/gold-sqls`;
    const refused = { body: { question: 'How many?', sql: 'drop table orders' } };
    expect(await api.problem(`POST ${path}`, refused)).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      fields: ['sql'],
    });
    const own = { body: { question: 'What is left?', sql: 'select net_price(total) from orders' } };
    expect(await api.problem(`POST ${path}`, own)).toMatchObject({ status: 422, fields: ['sql'] });
    await api.call(`PATCH /v1/workspaces/${id}`, { body: { settings: { allowFunctions: ['net_price'] } } });
    expect((await api.call(`POST ${path}`, own)).status).toBe(201);
    expect((await api.call<Page<object>>(`GET ${path}`)).body.items).toHaveLength(1);
  });
});

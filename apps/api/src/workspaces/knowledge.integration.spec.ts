import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  CreatedApiKey,
  DriftView,
  GlossaryView,
  Id,
  KnowledgeImport,
  KnowledgeSummary,
  KnowledgeView,
  Page,
  ProblemDocument,
  SchemaView,
} from '@assay/contracts';
import { ApiFixture, type Answer } from '../testing/api-fixture.js';

const YAML = { 'content-type': 'application/yaml' };
const DOCUMENT = `
models:
  - name: orders
    description: One row for each order.
    columns:
      - name: city
        description: Where the parcel goes.
        tests: [not_null]
      - name: coupon
        description: Which coupon was used.
semantic_models:
  - name: orders
    model: ref('orders')
    measures:
      - { name: cities, agg: count_distinct, expr: city }
metrics:
  - name: reach
    label: Served cities
    type: simple
    type_params: { measure: cities }
`;

describe('knowledge over HTTP', () => {
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start();
  });
  afterAll(() => api.stop());

  const send = (workspace: Id, text: string, query = ''): Promise<Answer<KnowledgeImport>> =>
    api.call(`POST /v1/workspaces/${workspace}/knowledge${query}`, { text, headers: YAML });
  const list = async (workspace: Id): Promise<KnowledgeSummary[]> =>
    (await api.call<Page<KnowledgeSummary>>(`GET /v1/workspaces/${workspace}/knowledge`)).body.items;
  const schemaOf = async (workspace: Id): Promise<SchemaView> =>
    (await api.call<SchemaView>(`GET /v1/workspaces/${workspace}/schema`)).body;

  it('lists used items, and shows them in the schema', async () => {
    const workspace = await api.workspace();
    const { status, body } = await send(workspace, DOCUMENT, '?name=models/schema.yml');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'models/schema.yml',
      format: 'dbt-schema',
      unchanged: false,
      difference: null,
      items: [
        { kind: 'description', about: 'description of orders', text: 'One row for each order.' },
        { kind: 'description', about: 'description of orders.city', text: 'Where the parcel goes.' },
        { kind: 'not-null', about: 'not null orders.city' },
        {
          kind: 'metric',
          about: 'metric reach',
          text: 'Computed as COUNT(DISTINCT city) over orders. Also called Served cities.',
        },
      ],
      leftOut: [{ what: 'description of orders.coupon', reason: 'the table orders has no column coupon' }],
    });
    const read = await api.call<KnowledgeView>(`GET /v1/workspaces/${workspace}/knowledge/${body.id}`);
    const { unchanged: _unchanged, difference: _difference, ...view } = body;
    expect(read.body).toEqual(view);
    expect(await list(workspace)).toMatchObject([{ id: body.id, name: 'models/schema.yml', taken: 4, leftOut: 1 }]);
    expect((await schemaOf(workspace)).mSchema).toContain('Where the parcel goes.');
    const glossary = await api.call<GlossaryView>(`GET /v1/workspaces/${workspace}/glossary`);
    expect(glossary.body).toMatchObject({
      terms: [{ name: 'reach', source: 'models/schema.yml' }],
      contradictions: [],
    });
    const drift = await api.call<DriftView>(`GET /v1/workspaces/${workspace}/drift`);
    expect(drift.body).toMatchObject({
      goldSqls: [],
      evidence: [],
      imports: [{ id: body.id, leftOut: { length: 1 } }],
    });
  });

  it('imports a document once, and lists the changes of a new version', async () => {
    const workspace = await api.workspace();
    const first = await send(workspace, DOCUMENT);
    const again = await send(workspace, `# the same\n${DOCUMENT}`);
    expect(again.body).toMatchObject({ id: first.body.id, unchanged: true, importedAt: first.body.importedAt });
    expect((await send(workspace, DOCUMENT, '?name=other')).body).toMatchObject({ id: first.body.id, unchanged: true });
    const changed = DOCUMENT.replace('One row for each order.', 'One row for each parcel.').replace(
      'tests: [not_null]',
      '',
    );
    const dry = await send(workspace, changed, '?dryRun=true');
    const difference = { added: [], removed: ['not null orders.city'], changed: ['description of orders'] };
    expect(dry.body).toMatchObject({ unchanged: false, difference });
    expect((await schemaOf(workspace)).mSchema).toContain('One row for each order.');
    expect((await send(workspace, changed)).body).toMatchObject({ id: first.body.id, unchanged: false, difference });
    expect((await schemaOf(workspace)).mSchema).toContain('One row for each parcel.');
    expect(await list(workspace)).toHaveLength(1);
  });

  it('takes documents of one new name that come at once, one after the other', async () => {
    const workspace = await api.workspace();
    const texts = Array.from({ length: 6 }, (_, index) => DOCUMENT.replace('One row', `${index} rows`));
    const taken = await Promise.all(texts.map((text) => send(workspace, text, '?name=new')));
    expect(taken.map(({ status }) => status)).toEqual(texts.map(() => 200));
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    expect(await list(workspace)).toHaveLength(1);
  });

  it('takes one document that comes several times at once a single time, by whatever name', async () => {
    const workspace = await api.workspace();
    const queries = ['?name=one', '?name=ONE', '?name=one', '?name=other', '?name=third', '?name=one'];
    const taken = await Promise.all(queries.map((query) => send(workspace, DOCUMENT, query)));
    expect(taken.map(({ status }) => status)).toEqual(queries.map(() => 200));
    expect(taken.filter(({ body }) => !body.unchanged)).toHaveLength(1);
    expect(new Set(taken.map(({ body }) => body.id)).size).toBe(1);
    expect(await list(workspace)).toHaveLength(1);
  });

  it('keeps what the workspace says itself, and forgets what is removed', async () => {
    const workspace = await api.workspace();
    await api.call(`PATCH /v1/workspaces/${workspace}`, {
      body: { descriptions: { 'orders.city': 'Town of the branch.' } },
    });
    const { body } = await send(workspace, DOCUMENT);
    expect((await schemaOf(workspace)).mSchema).toMatch(/One row for each order[^]*Town of the branch/);
    expect((await api.call(`DELETE /v1/workspaces/${workspace}/knowledge/${body.id}`)).status).toBe(204);
    expect((await schemaOf(workspace)).mSchema).toContain('What was ordered');
    expect(await list(workspace)).toEqual([]);
    const path = `/v1/workspaces/${workspace}/knowledge/${body.id}`;
    for (const route of [`GET ${path}`, `DELETE ${path}`]) {
      expect(await api.problem(route)).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' });
    }
  });

  it('takes no more than processes can hold, however it is cut into documents', async () => {
    const workspace = await api.workspace();
    const path = `POST /v1/workspaces/${workspace}/knowledge`;
    const part = (name: string, count: number): { text: string } => ({
      text: JSON.stringify({
        name,
        terms: Array.from({ length: count }, (_, at) => ({ name: `${name} ${at}`, definition: 'x'.repeat(1000) })),
      }),
    });
    const statuses: number[] = [];
    for (const name of ['one', 'two', 'three']) statuses.push((await api.call(path, part(name, 8000))).status);
    expect(statuses).toEqual([200, 200, 422]);
    expect(await api.problem(path, part('three', 8000))).toMatchObject({ status: 422, code: 'TOO_MUCH_KNOWLEDGE' });
    // its former content does not count
    expect((await api.call(path, part('two', 7000))).status).toBe(200);
    expect(await list(workspace)).toMatchObject([{ taken: 7000 }, { taken: 8000 }]);
  });

  it('lists contradicting terms', async () => {
    const workspace = await api.workspace();
    await send(workspace, DOCUMENT);
    await send(workspace, 'name: words\nterms: [{ name: reaches, column: orders.id }]');
    const { body } = await api.call<GlossaryView>(`GET /v1/workspaces/${workspace}/glossary`);
    expect(body.contradictions).toMatchObject([{ meanings: [{ source: 'dbt-schema' }, { source: 'words' }] }]);
  });

  it.each<[string, string, string]>([
    ['malformed', '{"nodes": {', 'is not valid JSON'],
    ['unknown', '{"hello": 1}', 'is of no known format'],
    ['deep', `{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`, 'nested deeper'],
  ])('refuses a %s document in words', async (_name, text, why) => {
    const workspace = await api.workspace();
    const { status, body } = await api.call<ProblemDocument>(`POST /v1/workspaces/${workspace}/knowledge`, {
      text,
      headers: YAML,
    });
    expect({ status, code: body.code, errors: body.errors }).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'document', message: expect.stringContaining(why) }],
    });
  });

  it.each([
    [24_000, 'plain', (at: number) => `k${at}: x`],
    [60_000, 'anchored', (at: number) => `k${at}: &a${at} x`],
  ])('answers others while it reads %i %s keys', async (count, _kind, line) => {
    const workspace = await api.workspace();
    const text = Array.from({ length: count }, (_, at) => line(at)).join('\n');
    let answered = 0;
    let isRead = false;
    const reading = send(workspace, text).finally(() => (isRead = true));
    while (!isRead) if ((await api.call('GET /health/live')).status === 200) answered += 1;
    const { status, body } = (await reading) as unknown as Answer<ProblemDocument>;
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: [{ field: 'document', message: expect.stringMatching(/of no known format|to read$/) }],
    });
    expect(answered).toBeGreaterThan(10);
  });

  it.each([
    [1500, 1000, 'lists more than 100 synonyms'],
    [1500, 100, 'says more than 50,000 things'],
    [250, 100, null],
  ])(
    'lists a glossary of %i terms that share %i synonyms, and answers others meanwhile',
    async (count, shared, why) => {
      const workspace = await api.workspace();
      const names = Array.from({ length: shared }, (_, at) => `k${at.toString(36)}`);
      const terms = Array.from({ length: count }, (_, at) => ({
        name: `t${at}`,
        definition: `d${at}`,
        // each of another set of terms
        synonyms: names.with(at % shared, `own ${at}`),
      }));
      const path = `/v1/workspaces/${workspace}`;
      const { body } = await api.call<KnowledgeImport & ProblemDocument>(`POST ${path}/knowledge`, {
        text: JSON.stringify({ terms }),
      });
      const reasons = body.errors?.map(({ message }) => message) ?? body.leftOut.map(({ reason }) => reason);
      expect([...new Set(reasons)]).toEqual(why === null ? [] : [why]);
      const listing = api.call<GlossaryView>(`GET ${path}/glossary`);
      const answers = await Promise.all([1, 2, 3].map(() => api.call('GET /health/live')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const glossary = await listing;
      expect(glossary.status).toBe(200);
      expect(glossary.body).toMatchObject({
        terms: { length: why === null ? count : 0 },
        contradictions: { length: why === null ? shared : 0 },
      });
    },
  );

  it('counts a term with each of its names, however it is cut into documents', async () => {
    const workspace = await api.workspace();
    const part = (name: string): { text: string } => ({
      text: JSON.stringify({
        name,
        terms: Array.from({ length: 900 }, (_, at) => ({
          name: `${name} ${at}`,
          definition: 'd',
          synonyms: Array.from({ length: 25 }, (_other, number) => `${name} ${at} ${number}`),
        })),
      }),
    });
    const path = `POST /v1/workspaces/${workspace}/knowledge`;
    for (const name of ['a', 'b']) expect((await api.call(path, part(name))).status).toBe(200);
    expect(await api.problem(path, part('c'))).toMatchObject({ status: 422, code: 'TOO_MUCH_KNOWLEDGE' });
    expect((await api.call(path, part('b'))).status).toBe(200);
  });

  it('refuses a document that takes too much memory, and continues', async () => {
    const workspace = await api.workspace();
    const path = `POST /v1/workspaces/${workspace}/knowledge`;
    const { status, body } = await api.call<ProblemDocument>(path, {
      text: `a: [${'b,'.repeat(1_000_000)}b]`,
      headers: YAML,
    });
    expect({ status, errors: body.errors }).toEqual({
      status: 422,
      errors: [{ field: 'document', message: expect.stringMatching(/to read$/) }],
    });
    expect((await send(workspace, DOCUMENT)).status).toBe(200);
  });

  it('has limits of its own, and no others', async () => {
    const workspace = await api.workspace();
    const path = `POST /v1/workspaces/${workspace}/knowledge`;
    const large = JSON.stringify({ terms: [{ name: 'a', definition: 'b' }], filler: 'x'.repeat(9 * 1024 * 1024) });
    expect((await api.call(path, { text: large })).status).toBe(200);
    const tooLarge = { text: large + ' '.repeat(2 * 1024 * 1024) };
    expect(await api.problem(path, tooLarge)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' });
    expect(await api.problem(path)).toMatchObject({ status: 400, code: 'NO_DOCUMENT' });
    const plain = { text: 'terms: []', headers: { 'content-type': 'text/plain' } };
    expect(await api.problem(path, plain)).toMatchObject({ status: 415, code: 'NOT_JSON' });
    expect(await api.problem(`${path}?name=`, { text: '{}' })).toMatchObject({ status: 422, fields: ['name'] });
    expect(await api.problem(`POST /v1/workspaces/nowhere/knowledge`, { text: '{}' })).toMatchObject({ status: 404 });
  });
});

describe('knowledge behind keys', () => {
  const ADMIN = 'an-admin-key-for-tests';
  let api: ApiFixture;
  beforeAll(async () => {
    api = await ApiFixture.start({ ASSAY_API_KEYS: ADMIN });
  });
  afterAll(() => api.stop());

  it('is imported and removed by curators, and read by everybody of the workspace', async () => {
    const admin = { authorization: `Bearer ${ADMIN}` };
    const made = await api.call<{ id: Id }>('POST /v1/workspaces', {
      body: { name: 'Guarded', database: { dialect: 'postgres', url: 'postgres://reader:secret@db/shop' } },
      headers: admin,
    });
    const key = async (mayCurate: boolean): Promise<Record<string, string>> => {
      const body = { name: 'a key', workspaces: [made.body.id], mayCurate };
      const { body: created } = await api.call<CreatedApiKey>('POST /v1/api-keys', { body, headers: admin });
      return { authorization: `Bearer ${created.key}` };
    };
    const [curator, reader] = [await key(true), await key(false)];
    const path = `/v1/workspaces/${made.body.id}/knowledge`;
    const ask = { text: DOCUMENT, headers: { ...YAML, ...reader } };
    expect(await api.problem(`POST ${path}`, ask)).toMatchObject({ status: 403, code: 'MAY_NOT_CURATE' });
    const imported = await api.call<KnowledgeImport>(`POST ${path}`, {
      text: DOCUMENT,
      headers: { ...YAML, ...curator },
    });
    expect(imported.status).toBe(200);
    expect((await api.call<Page<KnowledgeSummary>>(`GET ${path}`, { headers: reader })).body.items).toHaveLength(1);
    expect(await api.problem(`DELETE ${path}/${imported.body.id}`, { headers: reader })).toMatchObject({ status: 403 });
    expect((await api.call(`DELETE ${path}/${imported.body.id}`, { headers: curator })).status).toBe(204);
    const audit = await api.call<Page<{ action: string; details: object }>>('GET /v1/audit', { headers: admin });
    expect(audit.body.items.slice(0, 2)).toMatchObject([
      { action: 'knowledge-removed', details: { document: imported.body.id } },
      { action: 'knowledge-imported', details: { document: imported.body.id, name: 'dbt-schema' } },
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Id } from '@assay/contracts';
import { ApiFixture } from '../testing/api-fixture.js';
import { ANSWER_MODELS, type AnswerModel } from './models.js';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { description: string; content: Record<string, { schema: object }> };
  responses: Record<string, { content: Record<string, { schema: object }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

/** Served before the application. */
const HEALTH = ['get /health/live', 'get /health/ready'];

describe('the documentation', () => {
  let api: ApiFixture;
  let document: Document;
  beforeAll(async () => {
    api = await ApiFixture.start();
    document = (await api.call<Document>('GET /openapi.json')).body;
  });
  afterAll(() => api.stop());

  it('documents every route, and no other', () => {
    const { router } = (api.service.app as NestExpressApplication).getHttpAdapter().getInstance() as {
      router: { stack: { route?: { path: string; methods: Record<string, boolean> } }[] };
    };
    const served = router.stack.flatMap(({ route }) =>
      Object.keys(route?.methods ?? {}).map((method) => `${method} ${route?.path.replace(/:(\w+)/g, '{$1}')}`),
    );
    const reported = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(reported.sort()).toEqual([...served, ...HEALTH].sort());
  });

  it('keeps operations, parameters, bodies and fields of answers, on which clients rely', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => [
        `${method} ${path}`,
        operationId,
        parameters.map(({ name, in: place, required }) => `${place} ${name}${required ? '' : '?'}`),
        requestBody === undefined ? null : Object.keys(requestBody.content),
        Object.keys(responses),
      ]),
    );
    const fields = Object.entries(document.components.schemas).map(([name, schema]) => {
      const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
      return [name, Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`))];
    });
    expect({ operations, fields }).toMatchSnapshot();
  });

  it('names each operation once and refers to nothing that is not there', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const text = JSON.stringify(document);
    for (const [, model] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      expect(Object.keys(document.components.schemas)).toContain(model);
    }
    expect([...text.matchAll(/"#\/(\$defs|definitions)/g)]).toEqual([]);
  });

  it('describes bodies with what checks them', () => {
    expect(document.components.schemas['Ask']).toMatchObject({
      required: ['workspace', 'question'],
      additionalProperties: false,
      properties: {
        level: { enum: ['BASIC', 'ADVANCED', 'EXPERT'] },
        settings: { properties: { sqlCandidates: { minimum: 1, maximum: 50 } } },
      },
    });
    const settings = (document.components.schemas['Ask'] as { properties: { settings: { required?: string[] } } })
      .properties.settings;
    expect(settings.required).toBeUndefined();
  });

  it('describes documents of other products as JSON or YAML of any shape', () => {
    const body = document.paths['/v1/workspaces/{id}/knowledge']?.['post']?.requestBody;
    expect(body?.description).toContain('JSON up to 10 MB, YAML up to 2 MB');
    expect(body?.content).toEqual({ 'application/json': { schema: {} }, 'application/yaml': { schema: {} } });
  });

  it('describes queries with what checks them', () => {
    const queryOf = (path: string): Record<string, object> => {
      const parameters = document.paths[path]?.['get']?.parameters.filter((one) => one.in === 'query') ?? [];
      return Object.fromEntries(parameters.map(({ name, required, schema }) => [name, { required, ...schema }]));
    };
    const limit = { required: false, type: 'integer', minimum: 1, maximum: 200, default: 50 };
    expect(queryOf('/v1/dead-letters')).toMatchObject({ cursor: { type: 'string' }, limit, queue: { type: 'string' } });
    expect(queryOf('/v1/questions/{id}/rows')).toMatchObject({ limit: { maximum: 10_000 }, offset: { minimum: 0 } });
    const narration = queryOf('/v1/story-evaluations/{id}/tts-schema.json');
    expect(narration).toMatchObject({ label: { required: true, minLength: 1 } });
  });

  it('describes pages with what they hold', () => {
    const answer = document.paths['/v1/workspaces']?.['get']?.responses['200']?.content['application/json'];
    expect(answer?.schema).toMatchObject({
      type: 'object',
      required: ['items', 'nextCursor'],
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Workspace' } } },
    });
  });

  it('describes answers as they are, field for field', async () => {
    const workspace = await api.workspace();
    const question = await api.ask(workspace);
    await api.finish(question, 'GOLD', 'select 1');
    const answers: [AnswerModel, string, object?][] = [
      ['Workspace', `GET /v1/workspaces/${workspace}`],
      ['Schema', `GET /v1/workspaces/${workspace}/schema`],
      ['Question', `GET /v1/questions/${question}`],
      ['Record', `GET /v1/questions/${question}/record`],
      ['Rows', `GET /v1/questions/${question}/rows`],
      ['GoldSql', `POST /v1/questions/${question}/like`],
      ['Accepted', 'POST /v1/questions', { workspace, question: 'q' }],
      ['CreatedApiKey', 'POST /v1/api-keys', { name: 'k', workspaces: [workspace] as Id[] }],
      ['Problem', 'POST /v1/questions', {}],
    ];
    for (const [model, route, body] of answers) {
      const answer = await api.call(route, { body });
      // parsing drops fields outside the model
      expect({ [route]: ANSWER_MODELS[model].parse(answer.body) }).toEqual({ [route]: answer.body });
    }
  });

  it('is shown by pages that load nothing from elsewhere', async () => {
    expect((await api.call('GET /docs')).headers.get('location')).toBe('/docs/');
    const page = await api.call<string>('GET /docs/');
    expect(page.headers.get('content-type')).toMatch(/text\/html/);
    expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
    for (const [, path] of page.body.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
      expect((await api.call(`GET /docs/${path}`)).status).toBe(200);
    }
    expect((await api.call<string>('GET /docs/swagger-initializer.js')).body).toContain('/openapi.json');
  });

  it('is pointed to by the front door', async () => {
    expect((await api.call<string>('GET /', { headers: { accept: 'text/html' } })).body).toContain('href="/docs/"');
    expect((await api.call('GET /', { headers: { accept: 'application/json' } })).body).toMatchObject({
      documentation: '/docs',
    });
  });
});

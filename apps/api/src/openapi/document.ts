import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { describeRoutes, problemOf, PROBLEMS, responseOf, type RouteDocumentation } from './documented.js';
import { modelSchemas, reference, REQUEST_MODELS } from './models.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Parameter = NonNullable<Operation['parameters']>[number];
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];
const VERBS = { put: 'set', patch: 'update', delete: 'remove' } as const;
const SINGULARS: Record<string, string> = { people: 'person', knowledge: 'knowledge-document' };
/** Last parts of paths that are verbs; other `POST`s create. */
const POST_VERBS = [
  'cancel',
  'correct',
  'drain',
  'like',
  'pause',
  'refresh',
  'replay',
  'resume',
  'retry',
  'settle',
  'sign-out',
  'try',
];

type Problems = Record<number, string>;

const COMMON_PROBLEMS: Problems = { 401: 'UNAUTHORIZED', 429: 'RATE_LIMITED' };
const QUERY_PROBLEMS: Problems = { 422: 'VALIDATION_FAILED' };
const BODY_PROBLEMS: Problems = { 400: 'BODY_NOT_JSON', 413: 'BODY_TOO_LARGE', 415: 'NOT_JSON', ...QUERY_PROBLEMS };
const PROBLEMS_OF_RIGHTS: Record<string, Problems> = {
  operate: { 403: 'ADMIN_ONLY' },
  audit: { 403: 'ADMIN_ONLY' },
  curate: { 403: 'MAY_NOT_CURATE' },
};

/** The first that matches a path. */
const TAGS: readonly [path: RegExp, tag: string][] = [
  [/^\/v1\/story-evaluations/, 'Stories'],
  [/\/(gold-sqls|comments)/, 'Gold SQLs'],
  [/\/evaluations/, 'Evaluations'],
  [/\/(knowledge|glossary|drift)/, 'Knowledge'],
  [/^\/v1\/(workspaces|connection-checks)/, 'Workspaces'],
  [/^\/(v1\/questions|links)/, 'Questions'],
  [/^\/v1\/(api-keys|caller)/, 'API keys'],
  [/^\/v1\/models/, 'Models'],
  [/^\/(v1\/(me|people)|auth)/, 'People'],
  [/^/, 'Operations'],
];

/** Served outside the Nest application. */
const HEALTH = {
  '/health/live': 'Liveness: the process runs.',
  '/health/ready': 'Readiness: whether the process accepts work.',
};

const BASE: Omit<OpenAPIObject, 'paths'> = {
  openapi: '3.1.0',
  info: {
    title: 'Assay',
    version: '1',
    description: 'Answers questions in natural language with SQL that has been tested.',
  },
  servers: [{ url: '/' }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
};

export async function openApiDocument(app: INestApplication): Promise<OpenAPIObject> {
  const swagger = await import('@nestjs/swagger');
  describeRoutes(swagger);
  const document = swagger.SwaggerModule.createDocument(app, BASE, { autoTagControllers: false });
  for (const [path, summary] of Object.entries(HEALTH)) document.paths[path] = { get: healthOperation(path, summary) };
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) if (item[method]) complete(item[method], method, path);
  }
  const tags = Object.values(document.paths).flatMap((item) => METHODS.flatMap((method) => item[method]?.tags ?? []));
  document.tags = [...new Set(tags)].map((name) => ({ name }));
  document.components = { ...document.components, schemas: modelSchemas() };
  return document;
}

type Documented = Operation & { [PROBLEMS]?: Problems; 'x-assay-right'?: string };

function complete(operation: Documented, method: Method, path: string): void {
  operation.operationId = operationId(method, path);
  const tag = TAGS.find(([matching]) => matching.test(path))?.[1];
  operation.tags = tag === undefined ? [] : [tag];
  const hasModel = nameBody(operation, `${method} ${path}`);
  const problems = new Map<string, Set<string>>();
  for (const [status, codes] of problemsOf(operation, path, hasModel).flatMap(Object.entries<string>)) {
    problems.set(status, (problems.get(status) ?? new Set()).add(codes));
  }
  delete operation[PROBLEMS];
  for (const [status, codes] of problems) {
    operation.responses[status] = plain(problemOf(status, [...codes].join(', ')));
  }
  operation.parameters = [...pathParameters(path), ...(operation.parameters ?? []).filter((one) => !isInPath(one))];
}

/** Those that follow from the route, then those that it states. */
function problemsOf(operation: Documented, path: string, hasModel: boolean): Problems[] {
  const { security, parameters = [], [PROBLEMS]: stated = {}, 'x-assay-right': right = '' } = operation;
  const isOpen = security?.length === 0;
  return [
    ...(isOpen ? [] : [COMMON_PROBLEMS]),
    ...[...path.matchAll(/([\w-]+)\/\{/g)].map(([, part = '']) => ({ 404: missing(part) })),
    PROBLEMS_OF_RIGHTS[right] ?? {},
    ...(parameters.some((one) => 'in' in one && one.in === 'query') ? [QUERY_PROBLEMS] : []),
    ...(hasModel ? [BODY_PROBLEMS] : []),
    stated,
  ];
}

function missing(part: string): string {
  const thing = singular(part).replace('knowledge-', '').replaceAll('-', '_');
  return `${thing.toUpperCase()}_NOT_FOUND`;
}

/** Refers to the model of a JSON body; false if there is none. */
function nameBody({ requestBody }: Operation, route: string): boolean {
  const body = requestBody as { content?: Record<string, { schema?: { $ref?: string } }> } | undefined;
  const schema = body?.content?.['application/json']?.schema;
  if (!schema?.$ref) return false;
  const shape = schema.$ref.split('/').at(-1);
  const models = Object.keys(REQUEST_MODELS) as (keyof typeof REQUEST_MODELS)[];
  const model = models.find((name) => REQUEST_MODELS[name].name === shape);
  if (!model) throw new Error(`the body of ${route} is not among the models`);
  Object.assign(schema, reference(model));
  return true;
}

/** Swagger cannot resolve the alias `Id`. */
function pathParameters(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    return { name, in: 'path', required: true, schema: { type: 'string' } };
  });
}

function isInPath(parameter: Parameter): boolean {
  return 'in' in parameter && parameter.in === 'path';
}

/** `cancelQuestion`, `listWorkspaceGoldSqls`. */
function operationId(method: Method, path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'v1');
  const words = parts.flatMap((part, index) => (part.startsWith('{') ? [] : [nounOf(part, parts[index + 1])]));
  const last = words.at(-1) ?? '';
  if (method === 'post') {
    const verb = POST_VERBS.find((known) => known === last);
    return verb
      ? camelCase([verb, ...words.slice(0, -1)])
      : camelCase(['create', ...words.slice(0, -1), singular(last)]);
  }
  const verb = method === 'get' ? (last.endsWith('s') ? 'list' : 'get') : VERBS[method];
  return camelCase([verb, ...words]);
}

function nounOf(word: string, next: string | undefined): string {
  return next?.startsWith('{') ? singular(word) : word;
}

function singular(word: string): string {
  return SINGULARS[word] ?? word.replace(/s$/, '');
}

function camelCase(parts: string[]): string {
  const [first = '', ...rest] = parts.flatMap((part) => part.split(/[^a-z0-9]+/i));
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function healthOperation(path: string, summary: string): Operation {
  const answers: NonNullable<RouteDocumentation['answers']> = { 200: { text: 'application/json' } };
  if (path === '/health/ready') answers[503] = { text: 'application/json' };
  const responses = Object.entries(answers).map(([status, answer]) => [status, plain(responseOf(status, answer))]);
  return {
    summary,
    security: [],
    parameters: [],
    responses: Object.fromEntries(responses) as never,
  };
}

function plain({ status: _status, ...response }: ReturnType<typeof responseOf>): never {
  return response as never;
}

import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { jsonSchema, modelSchemas } from './models.js';
import { DOCUMENTED_ROUTES, type Answer, type DocumentedRoute } from './routes.js';

/** Problems that any route behind the gate may answer with. */
const COMMON_PROBLEMS: Record<number, string> = { 401: 'UNAUTHORIZED', 429: 'RATE_LIMITED' };
/** Problems that any route with a body may answer with. */
const BODY_PROBLEMS: Record<number, string> = { 400: 'BODY_NOT_JSON', 413: 'BODY_TOO_LARGE', 415: 'NOT_JSON' };

const reference = (model: string): object => ({ $ref: `#/components/schemas/${model}` });

/** The OpenAPI 3.1 document of the API, made of the schemas that check its requests. */
export function openApiDocument(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of DOCUMENTED_ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version: '1',
      description: 'Answers questions in natural language with SQL that has been assayed.',
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(DOCUMENTED_ROUTES.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
      schemas: modelSchemas(),
    },
  };
}

function operation(route: DocumentedRoute): object {
  const problems = {
    ...(route.open ? {} : COMMON_PROBLEMS),
    ...(route.body ? BODY_PROBLEMS : {}),
    ...route.problems,
  };
  return {
    tags: [route.tag],
    summary: route.summary,
    operationId: operationId(route),
    ...(route.open ? { security: [] } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: reference(route.body) } } } }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [status, response(status, answer)]),
      ),
      ...Object.fromEntries(Object.entries(problems).map(([status, codes]) => [status, problem(status, codes)])),
    },
  };
}

function operationId({ method, path }: DocumentedRoute): string {
  const words = path.split('/').filter((part) => part !== '' && part !== 'v1');
  return [method, ...words.map((word) => (word.startsWith('{') ? `by-${word.slice(1, -1)}` : word))].join('-');
}

function pathParameters({ path }: DocumentedRoute): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: DocumentedRoute): object[] {
  if (!(query instanceof z.ZodObject)) return [];
  const { properties = {} } = jsonSchema(query, 'input') as { properties?: Record<string, object> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function headerParameters({ headers = [] }: DocumentedRoute): object[] {
  return headers.map(({ name, description }) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  }));
}

function response(status: string, answer: Answer): object {
  const description = 'empty' in answer ? answer.empty : (STATUS_CODES[status] ?? status);
  if ('empty' in answer) return { description };
  if ('text' in answer) return { description, content: { [answer.text]: { schema: {} } } };
  if ('events' in answer) {
    return { description, content: { 'text/event-stream': { schema: reference(answer.events) } } };
  }
  const schema = 'model' in answer ? reference(answer.model) : pageSchema(answer.pageOf);
  return { description, content: { 'application/json': { schema } } };
}

function pageSchema(model: string): object {
  return {
    type: 'object',
    required: ['items', 'nextCursor'],
    properties: {
      items: { type: 'array', items: reference(model) },
      nextCursor: { type: ['string', 'null'] },
    },
  };
}

function problem(status: string, codes: string): object {
  return {
    description: `${STATUS_CODES[status] ?? status}: ${codes}`,
    content: { 'application/problem+json': { schema: reference('Problem') } },
  };
}

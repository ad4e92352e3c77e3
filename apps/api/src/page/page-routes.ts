import type { DocumentedRoute } from '../openapi/routes.js';

const NO_QUESTION = { 404: 'QUESTION_NOT_FOUND' };

/** Routes for interfaces for people. */
export const PAGE_ROUTES: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/v1/caller',
    tag: 'API keys',
    summary: 'What the key in hand opens.',
    answers: { 200: { model: 'Caller' } },
  },
  {
    method: 'get',
    path: '/v1/workspaces/{id}/example-questions',
    tag: 'Workspaces',
    summary: 'Questions worth asking; of the demo workspace, those that its script can answer.',
    answers: { 200: { pageOf: 'ExampleQuestion' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND' },
  },
  {
    method: 'post',
    path: '/v1/connection-checks',
    tag: 'Workspaces',
    summary: 'Tries a connection out, and keeps nothing of it.',
    body: 'Connection',
    answers: { 200: { model: 'ConnectionFindings' } },
    problems: {
      403: 'ADMIN_ONLY',
      422: 'VALIDATION_FAILED, DATABASE_UNREACHABLE, TARGET_HOST_FORBIDDEN, ROLE_TOO_POWERFUL',
    },
  },
  {
    method: 'get',
    path: '/v1/questions/{id}/request',
    tag: 'Questions',
    summary: 'What was asked, for whoever wants to ask it again.',
    answers: { 200: { model: 'AskedRequest' } },
    problems: NO_QUESTION,
  },
  {
    method: 'get',
    path: '/v1/questions/{id}/timeline',
    tag: 'Questions',
    summary: 'When its stages and tasks were begun, taken up and ended.',
    answers: { 200: { model: 'Timeline' } },
    problems: NO_QUESTION,
  },
];

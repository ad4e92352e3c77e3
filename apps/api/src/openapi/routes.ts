import { AUDIT_ROUTES } from '../audit/audit-openapi.js';
import { QUEUE_ROUTES } from '../queues/queue-routes.js';
import { PAGE_ROUTES } from '../page/page-routes.js';
import { STORY_ROUTES } from '../stories/story-routes.js';
import { pageQuerySchema, questionsQuerySchema, rowsQuerySchema } from '@assay/questions';
import type { z } from 'zod';
import { schemaQuerySchema } from '../workspaces/schema-query.js';
import type { AnswerModel, RequestModel } from './models.js';

/** One route as the documentation tells it. */
export interface DocumentedRoute {
  method: 'get' | 'post' | 'patch' | 'delete';
  /** With parameters in braces. */
  path: string;
  tag: 'Questions' | 'Workspaces' | 'Gold SQLs' | 'API keys' | 'Operations' | 'Stories';
  summary: string;
  body?: RequestModel;
  query?: z.ZodType;
  headers?: { name: string; description: string }[];
  /** Status → what comes: a model, a page of them, another kind of content, or nothing. */
  answers: Record<number, Answer>;
  /** Codes of problems by status, beyond those that every route may answer with. */
  problems?: Record<number, string>;
  /** Needs no key. */
  open?: boolean;
}

export type Answer =
  { model: AnswerModel } | { pageOf: AnswerModel } | { events: AnswerModel } | { text: string } | { empty: string };

const question = '/v1/questions/{id}';
const workspace = '/v1/workspaces/{id}';
const KEY = { name: 'Idempotency-Key', description: 'Same key and body: the same question; kept for 24 hours.' };
const LAST_EVENT = { name: 'Last-Event-ID', description: 'Goes on after this sequence.' };
const TRACE = { name: 'traceparent', description: 'W3C trace context, continued by the question.' };
const ADMIN = 'ADMIN_ONLY';
const BAD_DATABASE = 'VALIDATION_FAILED, DATABASE_UNREACHABLE, TARGET_HOST_FORBIDDEN, ROLE_TOO_POWERFUL';

const QUESTION_ROUTES: DocumentedRoute[] = [
  {
    method: 'post',
    path: '/v1/questions',
    tag: 'Questions',
    summary: 'Asks a question; the answer is worked out in the background.',
    body: 'Ask',
    headers: [KEY, TRACE],
    answers: { 202: { model: 'Accepted' } },
    problems: {
      404: 'WORKSPACE_NOT_FOUND',
      409: 'IDEMPOTENCY_KEY_REUSED',
      422: 'VALIDATION_FAILED',
      429: 'OVERLOADED, RATE_LIMITED',
    },
  },
  {
    method: 'get',
    path: '/v1/questions',
    tag: 'Questions',
    summary: 'Questions, newest first.',
    query: questionsQuerySchema,
    answers: { 200: { pageOf: 'Question' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND', 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'get',
    path: question,
    tag: 'Questions',
    summary: 'One question: how it stands and how it was decided.',
    answers: { 200: { model: 'Question' } },
    problems: { 404: 'QUESTION_NOT_FOUND' },
  },
  {
    method: 'get',
    path: `${question}/record`,
    tag: 'Questions',
    summary: 'The escalation record: everything that led to the answer.',
    answers: { 200: { model: 'Record' } },
    problems: { 404: 'QUESTION_NOT_FOUND' },
  },
  {
    method: 'get',
    path: `${question}/calls/{callId}`,
    tag: 'Questions',
    summary: 'One model call whole: request, raw response, normalised form.',
    answers: { 200: { model: 'Call' } },
    problems: { 404: 'QUESTION_NOT_FOUND, CALL_NOT_FOUND' },
  },
  {
    method: 'get',
    path: `${question}/events`,
    tag: 'Questions',
    summary: 'Events as Server-Sent Events, from the first on; ends after question-finished.',
    headers: [LAST_EVENT],
    answers: { 200: { events: 'Event' }, 204: { empty: 'The question has ended and there is nothing more to send.' } },
    problems: { 404: 'QUESTION_NOT_FOUND' },
  },
  {
    method: 'get',
    path: `${question}/rows`,
    tag: 'Questions',
    summary: 'A page of what the winner returns, executed read-only now.',
    query: rowsQuerySchema,
    answers: { 200: { model: 'Rows' } },
    problems: {
      404: 'QUESTION_NOT_FOUND',
      409: 'NO_WINNER, WINNER_REFUSED, WINNER_FAILED',
      422: 'VALIDATION_FAILED',
      503: "The workspace's database is away.",
    },
  },
  {
    method: 'post',
    path: `${question}/cancel`,
    tag: 'Questions',
    summary: 'Asks for the end of the work; the question ends in CANCELLED.',
    answers: { 202: { model: 'Accepted' } },
    problems: { 404: 'QUESTION_NOT_FOUND', 409: 'ALREADY_FINISHED' },
  },
  {
    method: 'post',
    path: `${question}/replay`,
    tag: 'Questions',
    summary:
      "Runs the pipeline again from the journal, without a model: where today's prompts, parsers or decisions differ.",
    answers: { 200: { model: 'Replay' } },
    problems: { 404: 'QUESTION_NOT_FOUND', 409: 'NOT_FINISHED' },
  },
  {
    method: 'post',
    path: `${question}/like`,
    tag: 'Questions',
    summary: "Makes a gold SQL of the question's own winner.",
    answers: { 201: { model: 'GoldSql' }, 200: { model: 'GoldSql' } },
    problems: { 403: 'MAY_NOT_CURATE', 404: 'QUESTION_NOT_FOUND', 409: 'NO_WINNER' },
  },
];

const WORKSPACE_ROUTES: DocumentedRoute[] = [
  {
    method: 'post',
    path: '/v1/workspaces',
    tag: 'Workspaces',
    summary: 'Makes a workspace of a target database, which is checked first.',
    body: 'WorkspaceCreate',
    answers: { 201: { model: 'Workspace' } },
    problems: { 403: ADMIN, 409: 'NAME_TAKEN', 422: BAD_DATABASE },
  },
  {
    method: 'get',
    path: '/v1/workspaces',
    tag: 'Workspaces',
    summary: 'Workspaces that the key opens.',
    query: pageQuerySchema,
    answers: { 200: { pageOf: 'Workspace' } },
    problems: { 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'get',
    path: workspace,
    tag: 'Workspaces',
    summary: 'One workspace, by id or name.',
    answers: { 200: { model: 'Workspace' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND' },
  },
  {
    method: 'patch',
    path: workspace,
    tag: 'Workspaces',
    summary: 'Changes a workspace: settings and descriptions are merged, the rest is replaced.',
    body: 'WorkspaceUpdate',
    answers: { 200: { model: 'Workspace' } },
    problems: { 403: ADMIN, 404: 'WORKSPACE_NOT_FOUND', 409: 'NAME_TAKEN', 422: BAD_DATABASE },
  },
  {
    method: 'delete',
    path: workspace,
    tag: 'Workspaces',
    summary: 'Cancels its questions and erases its rows and secrets.',
    answers: { 204: { empty: 'It is gone.' } },
    problems: { 403: ADMIN, 404: 'WORKSPACE_NOT_FOUND' },
  },
  {
    method: 'get',
    path: `${workspace}/schema`,
    tag: 'Workspaces',
    summary: 'Tables, columns, keys and examples as the agents see them.',
    query: schemaQuerySchema,
    answers: { 200: { model: 'Schema' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND', 503: "The workspace's database is away." },
  },
  {
    method: 'post',
    path: `${workspace}/schema/refresh`,
    tag: 'Workspaces',
    summary: 'Reads the schema from the target database anew.',
    answers: { 200: { model: 'Schema' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND', 503: "The workspace's database is away." },
  },
  {
    method: 'get',
    path: `${workspace}/gold-sqls`,
    tag: 'Gold SQLs',
    summary: 'Gold SQLs of a workspace, newest first.',
    query: pageQuerySchema,
    answers: { 200: { pageOf: 'GoldSql' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND', 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'post',
    path: `${workspace}/gold-sqls`,
    tag: 'Gold SQLs',
    summary: 'Adds a question with a right answer: an aid in later prompts.',
    body: 'GoldSqlCreate',
    answers: { 201: { model: 'GoldSql' } },
    problems: { 403: 'MAY_NOT_CURATE', 404: 'WORKSPACE_NOT_FOUND', 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'delete',
    path: `${workspace}/gold-sqls/{goldSqlId}`,
    tag: 'Gold SQLs',
    summary: 'Removes a gold SQL.',
    answers: { 204: { empty: 'It is gone.' } },
    problems: { 403: 'MAY_NOT_CURATE', 404: 'WORKSPACE_NOT_FOUND, GOLD_SQL_NOT_FOUND' },
  },
];

const OPERATION_ROUTES: DocumentedRoute[] = [
  {
    method: 'get',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Keys that are not revoked.',
    query: pageQuerySchema,
    answers: { 200: { pageOf: 'ApiKey' } },
    problems: { 403: ADMIN, 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'post',
    path: '/v1/api-keys',
    tag: 'API keys',
    summary: 'Makes a key; its text is in this answer alone.',
    body: 'ApiKeyCreate',
    answers: { 201: { model: 'CreatedApiKey' } },
    problems: { 403: ADMIN, 422: 'VALIDATION_FAILED' },
  },
  {
    method: 'delete',
    path: '/v1/api-keys/{id}',
    tag: 'API keys',
    summary: 'Revokes a key.',
    answers: { 204: { empty: 'It opens nothing any more.' } },
    problems: { 403: ADMIN, 404: 'API_KEY_NOT_FOUND' },
  },
  {
    method: 'get',
    path: '/metrics',
    tag: 'Operations',
    summary: "What this process has counted, and how deep the queues are, in Prometheus' text format.",
    answers: { 200: { text: 'text/plain' } },
    problems: { 403: ADMIN },
  },
  {
    method: 'get',
    path: '/health/live',
    tag: 'Operations',
    summary: 'Whether the process gets on with its work; 503 says that it is stuck and should be started anew.',
    answers: { 200: { text: 'application/json' }, 503: { text: 'application/json' } },
    open: true,
  },
  {
    method: 'get',
    path: '/health/ready',
    tag: 'Operations',
    summary: 'Whether it can be sent work.',
    answers: { 200: { text: 'application/json' }, 503: { text: 'application/json' } },
    open: true,
  },
];

/** Every route of the API. */
export const DOCUMENTED_ROUTES: readonly DocumentedRoute[] = [
  ...QUESTION_ROUTES,
  ...WORKSPACE_ROUTES,
  ...OPERATION_ROUTES,
  ...AUDIT_ROUTES,
  ...QUEUE_ROUTES,
  ...PAGE_ROUTES,
  ...STORY_ROUTES,
];

import {
  ApiKeyCreate,
  AskRequest,
  DatabaseConnection,
  GoldSqlCreate,
  requestSchema,
  StoryEvaluationRequest,
  toJsonSchema,
  WorkspaceCreate,
  WorkspaceUpdate,
} from '@assay/requests';
import {
  acceptedSchema,
  callDetailSchema,
  eventSchema,
  questionSchema,
  recordSchema,
  replaySchema,
  rowsSchema,
} from './question-schemas.js';
import { AUDIT_ANSWER_MODELS } from '../audit/audit-schema.js';
import { QUEUE_ANSWER_MODELS } from '../queues/queue-schemas.js';
import { PAGE_ANSWER_MODELS } from '../page/page-schemas.js';
import { STORY_ANSWER_MODELS } from '../stories/story-schemas.js';
import {
  apiKeySchema,
  createdApiKeySchema,
  goldSqlSchema,
  problemSchema,
  schemaViewSchema,
  workspaceSchema,
} from './workspace-schemas.js';

/** Bodies of requests by their name in the documentation: the very schemas that check them. */
export const REQUEST_MODELS = {
  Ask: AskRequest,
  WorkspaceCreate,
  WorkspaceUpdate,
  GoldSqlCreate,
  ApiKeyCreate,
  Connection: DatabaseConnection,
  StoryEvaluationRequest,
} as const;

/** Bodies of answers by their name in the documentation. */
export const ANSWER_MODELS = {
  Accepted: acceptedSchema,
  ApiKey: apiKeySchema,
  Call: callDetailSchema,
  CreatedApiKey: createdApiKeySchema,
  Event: eventSchema,
  GoldSql: goldSqlSchema,
  Problem: problemSchema,
  Question: questionSchema,
  Record: recordSchema,
  Replay: replaySchema,
  Rows: rowsSchema,
  Schema: schemaViewSchema,
  Workspace: workspaceSchema,
  ...AUDIT_ANSWER_MODELS,
  ...QUEUE_ANSWER_MODELS,
  ...PAGE_ANSWER_MODELS,
  ...STORY_ANSWER_MODELS,
} as const;

export type AnswerModel = keyof typeof ANSWER_MODELS;

/** JSON Schemas of all models. */
export function modelSchemas(): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const [name, model] of Object.entries(REQUEST_MODELS)) schemas[name] = requestSchema(model);
  for (const [name, model] of Object.entries(ANSWER_MODELS)) schemas[name] = toJsonSchema(model, 'output');
  return schemas;
}

import {
  askSchema,
  databaseSchema,
  goldSqlCreateSchema,
  workspaceCreateSchema,
  workspaceUpdateSchema,
} from '@assay/questions';
import { z } from 'zod';
import { apiKeyCreateSchema } from '../access/api-key-requests.js';
import {
  acceptedSchema,
  callDetailSchema,
  eventSchema,
  questionSchema,
  recordSchema,
  replaySchema,
  rowsSchema,
} from './question-schemas.js';
import { AUDIT_ANSWER_MODELS } from '../audit/audit-openapi.js';
import { QUEUE_ANSWER_MODELS } from '../queues/queue-schemas.js';
import { PAGE_ANSWER_MODELS } from '../page/page-schemas.js';
import { STORY_ANSWER_MODELS, STORY_REQUEST_MODELS } from '../stories/story-schemas.js';
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
  Ask: askSchema,
  WorkspaceCreate: workspaceCreateSchema,
  WorkspaceUpdate: workspaceUpdateSchema,
  GoldSqlCreate: goldSqlCreateSchema,
  ApiKeyCreate: apiKeyCreateSchema,
  Connection: databaseSchema,
  ...STORY_REQUEST_MODELS,
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

export type RequestModel = keyof typeof REQUEST_MODELS;
export type AnswerModel = keyof typeof ANSWER_MODELS;

/** JSON Schemas of all models. */
export function modelSchemas(): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const [name, model] of Object.entries(REQUEST_MODELS)) schemas[name] = jsonSchema(model, 'input');
  for (const [name, model] of Object.entries(ANSWER_MODELS)) schemas[name] = jsonSchema(model, 'output');
  return schemas;
}

/** A zod type in the dialect of JSON Schema that OpenAPI 3.1 speaks. */
export function jsonSchema(type: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: json }) => {
      // a format says it shorter than the pattern behind it, and bounds of safe integers say nothing
      if (json.format !== undefined) delete json.pattern;
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
    },
  });
  return schema;
}

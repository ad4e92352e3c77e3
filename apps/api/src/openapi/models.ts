import {
  acceptedSchema,
  acceptedStoryEvaluationSchema,
  apiKeySchema,
  auditEntrySchema,
  callDetailSchema,
  callerSchema,
  chartSchema,
  connectionFindingsSchema,
  correctionSchema,
  createdApiKeySchema,
  deadLetterDetailSchema,
  deadLetterSchema,
  driftSchema,
  eventSchema,
  exampleQuestionSchema,
  glossarySchema,
  goldSqlSchema,
  knowledgeImportSchema,
  knowledgeSchema,
  knowledgeSummarySchema,
  narrationSchema,
  openCommentSchema,
  pageSchema,
  problemSchema,
  profileViewSchema,
  QUESTION_PART_MODELS,
  questionSchema,
  queueDrainSchema,
  queueRetrySchema,
  queueSchema,
  recordSchema,
  redrivenSchema,
  replaySchema,
  rowsSchema,
  schemaViewSchema,
  storyEvaluationRecordSchema,
  storyEvaluationSchema,
  storyEventSchema,
  workspaceEvaluationDetailSchema,
  workspaceEvaluationSchema,
  workspaceFilesSchema,
  workspaceSchema,
  workspaceUsageSchema,
} from '@assay/contracts';
import {
  ApiKeyCreate,
  AskRequest,
  DatabaseConnection,
  EvaluationCreate,
  GoldSqlCreate,
  QuestionCorrection,
  QuestionSettlement,
  QuestionUpdate,
  requestSchema,
  StoryEvaluationRequest,
  toJsonSchema,
  WorkspaceCreate,
  WorkspaceUpdate,
} from '@assay/requests';

/** Bodies of requests by their name in the documentation: the very schemas that check them. */
export const REQUEST_MODELS = {
  Ask: AskRequest,
  Correct: QuestionCorrection,
  Settle: QuestionSettlement,
  QuestionUpdate,
  WorkspaceCreate,
  WorkspaceUpdate,
  GoldSqlCreate,
  EvaluationCreate,
  ApiKeyCreate,
  Connection: DatabaseConnection,
  StoryEvaluationRequest,
} as const;

/** Bodies of answers by their name in the documentation. */
export const ANSWER_MODELS = {
  Accepted: acceptedSchema,
  ApiKey: apiKeySchema,
  Call: callDetailSchema,
  Chart: chartSchema,
  Correction: correctionSchema,
  CreatedApiKey: createdApiKeySchema,
  Drift: driftSchema,
  Event: eventSchema,
  Glossary: glossarySchema,
  GoldSql: goldSqlSchema,
  Knowledge: knowledgeSchema,
  KnowledgeImport: knowledgeImportSchema,
  KnowledgeSummary: knowledgeSummarySchema,
  OpenComment: openCommentSchema,
  Problem: problemSchema,
  Profile: profileViewSchema,
  Question: questionSchema,
  Record: recordSchema,
  Replay: replaySchema,
  Rows: rowsSchema,
  Schema: schemaViewSchema,
  Workspace: workspaceSchema,
  WorkspaceEvaluation: workspaceEvaluationSchema,
  WorkspaceEvaluationDetail: workspaceEvaluationDetailSchema,
  WorkspaceUsage: workspaceUsageSchema,
  WorkspaceFiles: workspaceFilesSchema,
  AuditEntry: auditEntrySchema,
  Queue: queueSchema,
  QueueDrain: queueDrainSchema,
  QueueRetry: queueRetrySchema,
  DeadLetter: deadLetterSchema,
  DeadLetterDetail: deadLetterDetailSchema,
  Redriven: redrivenSchema,
  Caller: callerSchema,
  ConnectionFindings: connectionFindingsSchema,
  ExampleQuestion: exampleQuestionSchema,
  AcceptedStoryEvaluation: acceptedStoryEvaluationSchema,
  StoryEvaluation: storyEvaluationSchema,
  StoryEvaluationRecord: storyEvaluationRecordSchema,
  StoryEvent: storyEventSchema,
  TtsSchema: narrationSchema,
  ...QUESTION_PART_MODELS,
} as const;

export type AnswerModel = keyof typeof ANSWER_MODELS;

/** Where the documentation describes a model. */
export function reference(model: AnswerModel | keyof typeof REQUEST_MODELS): { $ref: string } {
  return { $ref: `#/components/schemas/${model}` };
}

/** The JSON Schema of a page of a model. */
export function pageOf(model: AnswerModel): object {
  const schema = toJsonSchema(pageSchema, 'output') as { properties: { items: { items: object } } };
  Object.assign(schema.properties.items.items, reference(model));
  return schema;
}

/** JSON Schemas of all models. */
export function modelSchemas(): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const [name, model] of Object.entries(REQUEST_MODELS)) schemas[name] = requestSchema(model);
  for (const [name, model] of Object.entries(ANSWER_MODELS)) schemas[name] = toJsonSchema(model, 'output');
  return schemas;
}

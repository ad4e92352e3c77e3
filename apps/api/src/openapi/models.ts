import * as answers from '@assay/contracts';
import {
  ApiKeyCreate,
  AskRequest,
  DatabaseConnection,
  EvaluationCreate,
  GoldSqlCreate,
  LinkCreate,
  ModelsTrial,
  ModelsUpdate,
  QuestionCorrection,
  QuestionSettlement,
  QuestionUpdate,
  requestSchema,
  StoryEvaluationRequest,
  toJsonSchema,
  WorkspaceCreate,
  WorkspaceUpdate,
} from '@assay/contracts/requests';

/** The same classes validate request bodies. */
export const REQUEST_MODELS = {
  Ask: AskRequest,
  Correct: QuestionCorrection,
  Settle: QuestionSettlement,
  QuestionUpdate,
  LinkCreate,
  WorkspaceCreate,
  WorkspaceUpdate,
  GoldSqlCreate,
  EvaluationCreate,
  ApiKeyCreate,
  Connection: DatabaseConnection,
  ModelsUpdate,
  ModelsTrial,
  StoryEvaluationRequest,
} as const;

export const ANSWER_MODELS = {
  Accepted: answers.acceptedSchema,
  ApiKey: answers.apiKeySchema,
  Call: answers.callDetailSchema,
  Chart: answers.chartSchema,
  Correction: answers.correctionSchema,
  CreatedApiKey: answers.createdApiKeySchema,
  Models: answers.modelsSchema,
  ModelTrial: answers.modelTrialSchema,
  Drift: answers.driftSchema,
  Event: answers.eventSchema,
  Glossary: answers.glossarySchema,
  GoldSql: answers.goldSqlSchema,
  Knowledge: answers.knowledgeSchema,
  KnowledgeImport: answers.knowledgeImportSchema,
  KnowledgeSummary: answers.knowledgeSummarySchema,
  Link: answers.linkSchema,
  LinkedAnswer: answers.linkedAnswerSchema,
  OpenComment: answers.openCommentSchema,
  Problem: answers.problemSchema,
  Profile: answers.profileViewSchema,
  Question: answers.questionSchema,
  Record: answers.recordSchema,
  Replay: answers.replaySchema,
  Rows: answers.rowsSchema,
  Schema: answers.schemaViewSchema,
  Workspace: answers.workspaceSchema,
  WorkspaceEvaluation: answers.workspaceEvaluationSchema,
  WorkspaceEvaluationDetail: answers.workspaceEvaluationDetailSchema,
  WorkspaceUsage: answers.workspaceUsageSchema,
  WorkspaceFiles: answers.workspaceFilesSchema,
  AuditEntry: answers.auditEntrySchema,
  Queue: answers.queueSchema,
  QueueDrain: answers.queueDrainSchema,
  QueueRetry: answers.queueRetrySchema,
  DeadLetter: answers.deadLetterSchema,
  DeadLetterDetail: answers.deadLetterDetailSchema,
  Redriven: answers.redrivenSchema,
  Caller: answers.callerSchema,
  Me: answers.meSchema,
  PersonData: answers.personDataSchema,
  SignInOptions: answers.signInOptionsSchema,
  SignedOut: answers.signedOutSchema,
  ConnectionFindings: answers.connectionFindingsSchema,
  ExampleQuestion: answers.exampleQuestionSchema,
  AcceptedStoryEvaluation: answers.acceptedStoryEvaluationSchema,
  StoryEvaluation: answers.storyEvaluationSchema,
  StoryEvaluationRecord: answers.storyEvaluationRecordSchema,
  StoryEvent: answers.storyEventSchema,
  TtsSchema: answers.narrationSchema,
  ...answers.QUESTION_PART_MODELS,
} as const;

export type AnswerModel = keyof typeof ANSWER_MODELS;

export function reference(model: AnswerModel | keyof typeof REQUEST_MODELS): { $ref: string } {
  return { $ref: `#/components/schemas/${model}` };
}

export function pageOf(model: AnswerModel): object {
  const schema = toJsonSchema(answers.pageSchema, 'output') as { properties: { items: { items: object } } };
  Object.assign(schema.properties.items.items, reference(model));
  return schema;
}

export function modelSchemas(): Record<string, object> {
  const schemas: Record<string, object> = {};
  for (const [name, model] of Object.entries(REQUEST_MODELS)) schemas[name] = requestSchema(model);
  for (const [name, model] of Object.entries(ANSWER_MODELS)) schemas[name] = toJsonSchema(model, 'output');
  return schemas;
}

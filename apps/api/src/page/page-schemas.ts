import {
  LEVELS,
  QUEUE_OF_STAGE,
  settingsPatchSchema,
  TASK_QUEUES,
  TASK_STATUSES,
  type AskedRequest,
  type CallerView,
  type ConnectionFindings,
  type ExampleQuestion,
  type QuestionTimeline,
  type StageKind,
} from '@assay/contracts';
import { z } from 'zod';

/** Shapes of answers that interfaces for people use, for the documentation. */

const id = z.uuid().describe('UUIDv7');
const time = z.iso.datetime();
const level = z.enum(LEVELS);
const STAGES = Object.keys(QUEUE_OF_STAGE) as [StageKind, ...StageKind[]];

const callerSchema = z.object({
  keyNeeded: z.boolean(),
  admin: z.boolean(),
  mayCurate: z.boolean(),
  workspaces: z.array(id).nullable().describe('Null: every workspace.'),
}) satisfies z.ZodType<CallerView>;

const exampleQuestionSchema = z.object({
  question: z.string(),
  evidence: z.array(z.string()),
  settings: settingsPatchSchema,
  description: z.string(),
  walk: z.string().nullable(),
}) satisfies z.ZodType<ExampleQuestion>;

const askedRequestSchema = z.object({
  workspace: id,
  question: z.string(),
  evidence: z.array(z.string()),
  level,
}) satisfies z.ZodType<AskedRequest>;

const task = z.object({
  id,
  ordinal: z.int(),
  queue: z.enum(TASK_QUEUES),
  status: z.enum(TASK_STATUSES),
  attempts: z.int(),
  straggler: z.boolean(),
  createdAt: time,
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

const timelineSchema = z.object({
  now: time.describe('When this was read, by the clock of all the others.'),
  stages: z.array(
    z.object({
      id,
      attempt: z.int(),
      level,
      stage: z.enum(STAGES),
      round: z.int(),
      startedAt: time,
      finishedAt: time.nullable(),
      tasks: z.array(task),
    }),
  ),
  requests: z.array(task).describe('What was asked of the target database.'),
}) satisfies z.ZodType<QuestionTimeline>;

const connectionFindingsSchema = z.object({
  privileges: z.object({
    superuser: z.boolean(),
    canWrite: z.boolean(),
    findings: z.array(z.string()),
    reach: z.array(z.string()).optional(),
  }),
  tables: z.int(),
}) satisfies z.ZodType<ConnectionFindings>;

export const PAGE_ANSWER_MODELS = {
  AskedRequest: askedRequestSchema,
  Caller: callerSchema,
  ConnectionFindings: connectionFindingsSchema,
  ExampleQuestion: exampleQuestionSchema,
  Timeline: timelineSchema,
} as const;

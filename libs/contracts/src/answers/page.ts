import { z } from 'zod';
import { STAGES } from '../stages.js';
import { settingsPatchSchema } from '../settings.js';
import { TASK_QUEUES } from '../services.js';
import { TASK_STATUSES } from '../work.js';
import { id, level, note, privileges, time } from './fields.js';

/** Answer of `GET /v1/caller`: what the key in hand opens. */
export const callerSchema = z.object({
  /** False where no key is configured: then everybody on this machine may do everything. */
  keyNeeded: z.boolean(),
  admin: z.boolean(),
  mayCurate: z.boolean(),
  workspaces: z.array(id).nullable().describe('Null: every workspace.'),
});
export type CallerView = z.infer<typeof callerSchema>;

/** A question worth asking of a workspace, with what belongs to it. */
export const exampleQuestionSchema = z.object({
  question: z.string(),
  evidence: z.array(z.string()),
  settings: settingsPatchSchema,
  description: z.string(),
  /** The way it takes through the pipeline (`C→A`), where that is known beforehand. */
  walk: z.string().nullable(),
});
export type ExampleQuestion = z.infer<typeof exampleQuestionSchema>;

/** Answer of `GET /v1/questions/:id/request`: what was asked, as it may be asked again. */
export const askedRequestSchema = z.object({
  workspace: id,
  question: z.string(),
  evidence: z.array(z.string()),
  level,
});
export type AskedRequest = z.infer<typeof askedRequestSchema>;

const task = z.object({
  id,
  ordinal: z.int(),
  queue: z.enum(TASK_QUEUES),
  status: z.enum(TASK_STATUSES),
  /** Times it was begun. */
  attempts: z.int(),
  straggler: z.boolean(),
  createdAt: time,
  /** When the last attempt began; null while it waits for the first. */
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** The last error, also of a task that succeeded afterwards. */
  error: note.nullable(),
});

/** Answer of `GET /v1/questions/:id/timeline`: when what was done, and what waited. */
export const timelineSchema = z.object({
  now: time.describe('When this was read, by the clock of all the others.'),
  /** In order of their start. */
  stages: z.array(
    z.object({
      id,
      /** 1-based number of the attempt. */
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
});
export type QuestionTimeline = z.infer<typeof timelineSchema>;

/** Answer of `POST /v1/connection-checks`: what was found where a workspace would lead. */
export const connectionFindingsSchema = z.object({
  privileges,
  /** Tables and views that agents would see. */
  tables: z.int(),
});
export type ConnectionFindings = z.infer<typeof connectionFindingsSchema>;
export type TimelineStage = QuestionTimeline['stages'][number];
export type TimelineTask = z.infer<typeof task>;

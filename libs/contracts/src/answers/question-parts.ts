import { z } from 'zod';
import { TASK_QUEUES } from '../services.js';
import { STAGES } from '../stages.js';
import { settingsPatchSchema } from '../settings.js';
import { TASK_STATUSES } from '../work.js';
import { id, level, note, time } from './fields.js';

/** The request, in a form that can be sent again. */
export const askedRequestSchema = z.object({
  workspace: id,
  question: z.string(),
  evidence: z.array(z.string()),
  level,
  settings: settingsPatchSchema
    .optional()
    .describe('As they were sent; absent of questions of earlier releases, which did not keep them apart.'),
  follows: id.optional().describe('The question that it follows up; absent where it follows none.'),
  continues: id.optional().describe('The question whose candidates it tests; absent where it has its own.'),
});
export type AskedRequest = z.infer<typeof askedRequestSchema>;

const task = z.object({
  id,
  ordinal: z.int(),
  queue: z.enum(TASK_QUEUES),
  status: z.enum(TASK_STATUSES),
  /** Starts so far. */
  attempts: z.int(),
  straggler: z.boolean(),
  createdAt: time,
  /** Start of the last attempt; null before the first. */
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** The last error, kept after a success. */
  error: note.nullable(),
});

export const timelineSchema = z.object({
  now: time.describe('When this was read, by the same clock as the other times.'),
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
});
export type QuestionTimeline = z.infer<typeof timelineSchema>;
export type TimelineStage = QuestionTimeline['stages'][number];
export type TimelineTask = z.infer<typeof task>;

/** Parts with a route of their own, `GET /v1/questions/:id/<part>`. */
export interface QuestionParts {
  request: AskedRequest;
  timeline: QuestionTimeline;
}

export const QUESTION_PART_MODELS = { AskedRequest: askedRequestSchema, Timeline: timelineSchema } as const;

import { z } from 'zod';
import { TASK_QUEUES } from '../services.js';
import { STAGES } from '../stages.js';
import { settingsPatchSchema } from '../settings.js';
import { TASK_STATUSES } from '../work.js';
import { id, level, note, time } from './fields.js';

/** Answer of `GET /v1/questions/:id/request`: what was asked, as a body that asks it again. */
export const askedRequestSchema = z.object({
  workspace: id,
  question: z.string(),
  evidence: z.array(z.string()),
  level,
  settings: settingsPatchSchema
    .optional()
    .describe('As they were sent; absent of questions of earlier releases, which did not keep them apart.'),
  follows: id.optional().describe('The question that it follows up; absent where it follows none.'),
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
export type TimelineStage = QuestionTimeline['stages'][number];
export type TimelineTask = z.infer<typeof task>;

/** Parts of a question that have a route of their own, `GET /v1/questions/:id/<part>`, and what each answers. */
export interface QuestionParts {
  request: AskedRequest;
  timeline: QuestionTimeline;
}

/** The same by their names in the documentation. */
export const QUESTION_PART_MODELS = { AskedRequest: askedRequestSchema, Timeline: timelineSchema } as const;

import { z } from 'zod';
import { TASK_QUEUES } from '../services.js';
import { CONTROL_QUEUES, PRODUCTS } from '../work.js';
import { id, note, time } from './fields.js';

const count = z.int().min(0);

/** How a queue stands. */
export const queueSchema = z.object({
  name: z.enum([...TASK_QUEUES, ...CONTROL_QUEUES]),
  kind: z
    .enum(['tasks', 'jobs'])
    .describe('Whether rows of the record stand behind its jobs, or these are all there is.'),
  paused: z.boolean(),
  /** Could begin now. */
  waiting: count,
  active: count,
  /** Wait for the pause before their next attempt. */
  delayed: count,
  failed: count.describe('Dead letters of a queue of tasks; failed jobs of any other.'),
  /** Seconds that the oldest one has been waiting; null where none waits. */
  oldestSeconds: z.number().nullable(),
  /** What lies in the queue itself; old copies of jobs that were published more than once included. */
  jobs: z.object({ waiting: count, active: count, delayed: count, failed: count }),
});
export type QueueView = z.infer<typeof queueSchema>;

const letterFields = {
  /** The task. */
  id,
  queue: z.enum(TASK_QUEUES),
  /** Null for a request that no question made (a page of rows, a look at a schema). */
  run: id.nullable(),
  product: z.enum(PRODUCTS).nullable(),
  /** How its question or evaluation stands now. */
  runStatus: z.string().nullable(),
  stage: z.string().nullable(),
  attempts: count,
  error: note.nullable(),
  createdAt: time,
  diedAt: time,
};

/** A task that ended DEAD: out of attempts, or stopped by an error that will not pass. */
export const deadLetterSchema = z.object(letterFields);
export type DeadLetterView = z.infer<typeof deadLetterSchema>;

/** A dead letter with what it was told and what it did. */
export const deadLetterDetailSchema = z.object({
  ...letterFields,
  payload: z.unknown(),
  steps: z.array(
    z.object({
      ordinal: z.int(),
      kind: z.enum(['model', 'database']),
      agent: z.string().nullable(),
      model: z.string().nullable(),
      status: z.enum(['answered', 'failed']),
      error: note.nullable(),
      at: time,
    }),
  ),
});
export type DeadLetterDetail = z.infer<typeof deadLetterDetailSchema>;

/** What was done about a dead letter: the task runs again, or its question, which had ended, was asked again. */
export const redrivenSchema = z.discriminatedUnion('outcome', [
  z.object({ task: id, outcome: z.literal('REQUEUED') }),
  z.object({ task: id, outcome: z.literal('ASKED_AGAIN'), question: id }),
]);
export type Redriven = z.infer<typeof redrivenSchema>;

/** What became of the dead letters, or failed jobs, of a queue. */
export const queueRetrySchema = z.object({
  /** Failed jobs that wait again. */
  jobs: count,
  redriven: z.array(redrivenSchema),
  /** Dead letters that stay, and why. */
  refused: z.array(z.object({ task: id, code: z.string(), message: z.string() })),
});
export type QueueRetry = z.infer<typeof queueRetrySchema>;

/** How much of a queue was thrown away. */
export const queueDrainSchema = z.object({ removed: count });
export type QueueDrain = z.infer<typeof queueDrainSchema>;

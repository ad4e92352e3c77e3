import { z } from 'zod';
import { TASK_QUEUES } from '../services.js';
import { CONTROL_QUEUES, PRODUCTS } from '../work.js';
import { id, note, time } from './fields.js';

const count = z.int().min(0);

export const queueSchema = z.object({
  name: z.enum([...TASK_QUEUES, ...CONTROL_QUEUES]),
  kind: z.enum(['tasks', 'jobs']).describe('Whether its jobs can be recreated from rows of the record.'),
  paused: z.boolean(),
  /** Ready to be taken. */
  waiting: count,
  active: count,
  /** Waiting for a retry. */
  delayed: count,
  failed: count.describe('Dead letters of a queue of tasks; failed jobs of any other.'),
  oldestSeconds: z.number().nullable(),
  /** Jobs in the queue itself, copies included. */
  jobs: z.object({ waiting: count, active: count, delayed: count, failed: count }),
});
export type QueueView = z.infer<typeof queueSchema>;

const letterFields = {
  id,
  queue: z.enum(TASK_QUEUES),
  /** Null without a question (page of rows, introspection). */
  run: id.nullable(),
  product: z.enum(PRODUCTS).nullable(),
  runStatus: z.string().nullable(),
  stage: z.string().nullable(),
  attempts: count,
  error: note.nullable(),
  createdAt: time,
  diedAt: time,
};

/** A DEAD task: out of attempts, or permanently failed. */
export const deadLetterSchema = z.object(letterFields);
export type DeadLetterView = z.infer<typeof deadLetterSchema>;

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

/** Result of a redrive: the task runs again, or its ended question was asked again. */
export const redrivenSchema = z.discriminatedUnion('outcome', [
  z.object({ task: id, outcome: z.literal('REQUEUED') }),
  z.object({ task: id, outcome: z.literal('ASKED_AGAIN'), question: id }),
]);
export type Redriven = z.infer<typeof redrivenSchema>;

export const queueRetrySchema = z.object({
  /** Failed jobs made waiting again. */
  jobs: count,
  redriven: z.array(redrivenSchema),
  /** Dead letters that stay. */
  refused: z.array(z.object({ task: id, code: z.string(), message: z.string() })),
});
export type QueueRetry = z.infer<typeof queueRetrySchema>;

export const queueDrainSchema = z.object({ removed: count });
export type QueueDrain = z.infer<typeof queueDrainSchema>;

import {
  CONTROL_QUEUES,
  PRODUCTS,
  TASK_QUEUES,
  type DeadLetterDetail,
  type DeadLetterView,
  type QueueDrain,
  type QueueRetry,
  type QueueView,
  type Redriven,
} from '@assay/contracts';
import { z } from 'zod';

/** Shapes of answers about queues, for the documentation; the compiler holds them to the contract's types. */

const id = z.uuid().describe('UUIDv7');
const time = z.iso.datetime();
const count = z.int().min(0);
const error = z.object({ code: z.string(), message: z.string() });

const queueSchema = z.object({
  name: z.enum([...TASK_QUEUES, ...CONTROL_QUEUES]),
  kind: z
    .enum(['tasks', 'jobs'])
    .describe('Whether rows of the record stand behind its jobs, or these are all there is.'),
  paused: z.boolean(),
  waiting: count,
  active: count,
  delayed: count,
  failed: count.describe('Dead letters of a queue of tasks; failed jobs of any other.'),
  oldestSeconds: z.number().nullable(),
  jobs: z.object({ waiting: count, active: count, delayed: count, failed: count }),
}) satisfies z.ZodType<QueueView>;

const letterFields = {
  id,
  queue: z.enum(TASK_QUEUES),
  run: id.nullable(),
  product: z.enum(PRODUCTS).nullable(),
  runStatus: z.string().nullable(),
  stage: z.string().nullable(),
  attempts: count,
  error: error.nullable(),
  createdAt: time,
  diedAt: time,
};

const deadLetterSchema = z.object(letterFields) satisfies z.ZodType<DeadLetterView>;

const deadLetterDetailSchema = z.object({
  ...letterFields,
  payload: z.unknown(),
  steps: z.array(
    z.object({
      ordinal: z.int(),
      kind: z.enum(['model', 'database']),
      agent: z.string().nullable(),
      model: z.string().nullable(),
      status: z.enum(['answered', 'failed']),
      error: error.nullable(),
      at: time,
    }),
  ),
}) satisfies z.ZodType<DeadLetterDetail>;

const redrivenSchema = z.discriminatedUnion('outcome', [
  z.object({ task: id, outcome: z.literal('REQUEUED') }),
  z.object({ task: id, outcome: z.literal('ASKED_AGAIN'), question: id }),
]) satisfies z.ZodType<Redriven>;

const queueRetrySchema = z.object({
  jobs: count,
  redriven: z.array(redrivenSchema),
  refused: z.array(z.object({ task: id, code: z.string(), message: z.string() })),
}) satisfies z.ZodType<QueueRetry>;

const queueDrainSchema = z.object({ removed: count }) satisfies z.ZodType<QueueDrain>;

export const QUEUE_ANSWER_MODELS = {
  Queue: queueSchema,
  QueueDrain: queueDrainSchema,
  QueueRetry: queueRetrySchema,
  DeadLetter: deadLetterSchema,
  DeadLetterDetail: deadLetterDetailSchema,
  Redriven: redrivenSchema,
} as const;

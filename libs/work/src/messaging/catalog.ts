import type { AdvanceJob, QueueName, TaskJob, TaskQueue } from '@assay/contracts';

/** Sent by a queue instead of HTTP; its edge checks the body. */
export interface QuestionsJob {
  [field: string]: unknown;
}

export type QueueCatalog = { [Queue in TaskQueue]: TaskJob } & {
  coordinator: AdvanceJob;
  questions: QuestionsJob;
  'story-evaluations': QuestionsJob;
};

export interface Publication<Queue extends QueueName> {
  payload: QueueCatalog[Queue];
  /** Unique while the job waits or runs; the queue drops duplicates. */
  id?: string;
  /** Default: the queue's name. */
  name?: string;
  delayMs?: number;
  /** 0 is first in, first out, before all others; larger numbers come later. */
  priority?: number;
}

export interface ReceivedJob<Queue extends QueueName> {
  name: string;
  id: string;
  /** Milliseconds since the epoch; unique per queue together with the id. */
  addedAt: number;
  payload: QueueCatalog[Queue];
  /** W3C trace context of the producer, if sent with BullMQ's telemetry. */
  traceparent: string | null;
}

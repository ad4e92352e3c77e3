import type { AdvanceJob, QueueName, TaskJob, TaskQueue } from '@assay/contracts';

/** A question asked, followed up or liked by a backend without HTTP; `question` and body checks happen at the edge. */
export interface QuestionsJob {
  [field: string]: unknown;
}

/** What travels on each queue: the one place where a queue's payload is stated. */
export type QueueCatalog = { [Queue in TaskQueue]: TaskJob } & {
  coordinator: AdvanceJob;
  questions: QuestionsJob;
  'story-evaluations': QuestionsJob;
};

/** One job to publish. */
export interface Publication<Queue extends QueueName> {
  payload: QueueCatalog[Queue];
  /** Unique while the job waits or runs; a second one with the same id is dropped by the queue. */
  id?: string;
  /** Job name; the queue's own name unless said otherwise. */
  name?: string;
  delayMs?: number;
  /** 0 first in, first out; larger numbers after smaller ones and after all with 0. */
  priority?: number;
}

/** A job as a consumer sees it. */
export interface ReceivedJob<Queue extends QueueName> {
  name: string;
  id: string;
  /** When it was added, milliseconds since the epoch. With its id it tells this job from every other of its queue. */
  addedAt: number;
  payload: QueueCatalog[Queue];
  /** W3C trace context of the producer, where it was added with BullMQ's telemetry. */
  traceparent: string | null;
}

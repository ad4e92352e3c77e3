import type { ErrorNote } from './errors.js';
import type { Id } from './ids.js';
import type { ModelCaller, TaskQueue } from './services.js';

/** Queues that carry something else than a task. */
export const CONTROL_QUEUES = ['coordinator', 'questions', 'story-evaluations'] as const;
export type ControlQueue = (typeof CONTROL_QUEUES)[number];

export type QueueName = TaskQueue | ControlQueue;

/** Payload of a job on a task queue: ids only; what to do is on the task's row. */
export interface TaskJob {
  task: Id;
  /** Grows each time the task goes back to READY, so that a lost job never blocks its successor. */
  delivery: number;
  /** W3C trace context of the run. */
  traceparent?: string;
}

/** Payload of a job on the `coordinator` queue: this run wants its next step. */
export interface AdvanceJob {
  run: Id;
  traceparent?: string;
}

/** States of a task row. READY, RUNNING are open; the others have ended. */
export const TASK_STATUSES = ['READY', 'RUNNING', 'DONE', 'DEAD', 'CANCELLED'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Whether a task of this status will not change any more. */
export function hasEnded(status: TaskStatus): boolean {
  return status === 'DONE' || status === 'DEAD' || status === 'CANCELLED';
}

/** Products on the platform; each run belongs to one. */
export const PRODUCTS = ['question', 'story'] as const;
export type Product = (typeof PRODUCTS)[number];

/** States of a run. GOLD, SILVER, FAILED and DONE are decisions; ERROR and CANCELLED are never confused with quality. */
export const RUN_STATUSES = ['QUEUED', 'RUNNING', 'GOLD', 'SILVER', 'FAILED', 'DONE', 'ERROR', 'CANCELLED'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Whether a run of this status has ended; terminal states never change. */
export function isTerminal(status: RunStatus): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING';
}

/** One task as the pure core sees it: what it was told, how it stands, what it gave. */
export interface TaskView<Payload = unknown, Result = unknown> {
  id: Id;
  ordinal: number;
  status: TaskStatus;
  payload: Payload;
  /** Set when DONE. */
  result: Result | null;
  /** Set when DEAD: the last error. */
  error: ErrorNote | null;
  /** Cancelled as a straggler. */
  straggler: boolean;
  /** First task of the stage that ended with the same outcome (`resultKey`); null for the first itself. */
  duplicateOf: Id | null;
  /** Milliseconds from the claim to the end; null while open. */
  elapsedMs: number | null;
  /** Milliseconds from the stage's start to the end, time in the queue included; null while open. */
  endedAfterMs?: number | null;
}

/** A call of an agent to a model or the target database, as the journal names it. */
export type StepKind = 'model' | 'database';

/** Header values that gateways route and account by. */
export interface CallLabels {
  agent: ModelCaller;
  question: Id;
  task: Id;
}

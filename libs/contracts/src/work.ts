import type { ErrorNote } from './errors.js';
import type { Id } from './ids.js';
import type { ModelCaller, TaskQueue } from './services.js';

/** Queues whose jobs are not tasks. */
export const CONTROL_QUEUES = ['coordinator', 'questions', 'story-evaluations'] as const;
export type ControlQueue = (typeof CONTROL_QUEUES)[number];

export type QueueName = TaskQueue | ControlQueue;

/** Ids only: the rest is on the row. */
export interface TaskJob {
  task: Id;
  /** Incremented when the task becomes READY again, so a lost job cannot block its successor. */
  delivery: number;
  /** W3C trace context. */
  traceparent?: string;
}

/** Job on `coordinator`: advance this run. */
export interface AdvanceJob {
  run: Id;
  traceparent?: string;
}

export const TASK_STATUSES = ['READY', 'RUNNING', 'DONE', 'DEAD', 'CANCELLED'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export function hasEnded(status: TaskStatus): boolean {
  return status === 'DONE' || status === 'DEAD' || status === 'CANCELLED';
}

export const PRODUCTS = ['question', 'story'] as const;
export type Product = (typeof PRODUCTS)[number];

/** GOLD, SILVER, FAILED and DONE are decisions; ERROR and CANCELLED say nothing about quality. */
export const RUN_STATUSES = ['QUEUED', 'RUNNING', 'GOLD', 'SILVER', 'FAILED', 'DONE', 'ERROR', 'CANCELLED'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export function isTerminal(status: RunStatus): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING';
}

export interface TaskView<Payload = unknown, Result = unknown> {
  id: Id;
  ordinal: number;
  status: TaskStatus;
  payload: Payload;
  /** Set when DONE. */
  result: Result | null;
  /** Set when DEAD. */
  error: ErrorNote | null;
  straggler: boolean;
  /** The stage's first task with this outcome (`resultKey`); null for that task. */
  duplicateOf: Id | null;
  /** From claim to end; null while open. */
  elapsedMs: number | null;
  /** From the stage's start to the end, queueing included; null while open. */
  endedAfterMs?: number | null;
}

export type StepKind = 'model' | 'database';

/** Headers for routing and accounting in gateways. */
export interface CallLabels {
  agent: ModelCaller;
  question: Id;
  task: Id;
}

import type { ErrorNote, Id, TaskQueue, TaskStatus } from '@assay/contracts';
import { toJsonb } from '../storable.js';
import { prepared } from '../prepared.js';

/** A request to db-sampler, answered on its own row. */
export interface TaskRequest {
  id: Id;
  run: Id | null;
  workspace: Id;
  queue: TaskQueue;
  priority: number;
  maxAttempts: number;
  runSeconds: number;
  payload: unknown;
  /** Requests with the same key share an answer. */
  key: string | null;
}

/** `result` is set if it is DONE, `error` after a failed attempt. */
export interface RequestedTask {
  task: Id;
  delivery: number;
  /** False: an earlier request has the same key. */
  created: boolean;
  status: TaskStatus;
  result: unknown;
  error: ErrorNote | null;
}

/** A row for each, in order. */
export const requestTasks = prepared<[requests: readonly TaskRequest[]], RequestedTask>(
  {
    name: 'request_tasks',
    text: `select task_id as task, delivery, created, status, result, last_error as error
     from assay.request_tasks($1) order by request`,
  },
  (requests) => [toJsonb(requests)],
).all;

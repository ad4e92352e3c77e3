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

interface Row {
  request: number;
  task_id: Id;
  delivery: number;
  created: boolean;
  status: TaskStatus;
  result: unknown;
  last_error: ErrorNote | null;
}

/** A row for each, in order. */
export const requestTasks = prepared<[requests: readonly TaskRequest[]], Row>(
  { name: 'request_tasks', text: 'select * from assay.request_tasks($1) order by request' },
  (requests) => [toJsonb(requests)],
).map((row) => ({
  task: row.task_id,
  delivery: row.delivery,
  created: row.created,
  status: row.status,
  result: row.result,
  error: row.last_error,
}));

import type { ErrorNote, Id, TaskQueue, TaskStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { toJsonb } from '../storable.js';

/** A task that belongs to no stage: a question to db-sampler, answered on its own row. */
export interface TaskRequest {
  id: Id;
  run: Id | null;
  workspace: Id;
  queue: TaskQueue;
  priority: number;
  maxAttempts: number;
  runSeconds: number;
  payload: unknown;
  /** Two requests with one key share one answer. */
  key: string | null;
}

export interface RequestedTask {
  task: Id;
  delivery: number;
  /** False: the answer (or the wait for it) is somebody else's request. */
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

const statement = { name: 'request_tasks', text: 'select * from assay.request_tasks($1) order by request' };

/** Inserts requests, or finds those that share their key. In the order of the requests. */
export async function requestTasks(database: Queryable, requests: readonly TaskRequest[]): Promise<RequestedTask[]> {
  const rows = await database.query<Row>(statement, [toJsonb(requests)]);
  return rows.map((row) => ({
    task: row.task_id,
    delivery: row.delivery,
    created: row.created,
    status: row.status,
    result: row.result,
    error: row.last_error,
  }));
}

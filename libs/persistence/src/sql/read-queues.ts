import { TASK_QUEUES, type TaskQueue } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** What the rows say of a queue of tasks. Every count stops at `MOST_COUNTED`. */
export interface TaskQueueState {
  queue: TaskQueue;
  /** Ready and due: a worker is awaited. */
  waiting: number;
  active: number;
  /** Given back, and not due yet. */
  delayed: number;
  /** Age of what has been due longest, seconds; null where nothing waits. */
  oldestSeconds: number | null;
}

/**
 * Rows of one queue and state that are counted at most: a figure of this size stands for itself or any larger one. Waiting
 * and in hand together that is work for 16 agents (48 each), twice of what the shipped autoscalers start; autoscalers
 * with higher bounds are told less than there is from here on.
 */
export const MOST_COUNTED = 400;

/**
 * Tasks in hand that are counted at most, of all queues together: as many as if each queue had `MOST_COUNTED`. Where there
 * are more, those of the processes that started last are left out.
 */
export const MOST_IN_HAND = TASK_QUEUES.length * MOST_COUNTED;

/** In the order of the index, so that the planner takes no other: it counts without the rows themselves. */
const ready = (condition: string): string =>
  `from assay.tasks t where t.status = 'READY' and t.queue = q.queue and ${condition} order by t.ready_at`;
const count = (condition: string): string =>
  `(select count(*)::integer from (select ${ready(condition)} limit ${MOST_COUNTED}) counted)`;
const due = 't.ready_at <= now()';

const statement = {
  name: 'read_task_queues',
  text: `with in_hand as materialized (
       select t.queue, count(*)::integer as tasks
       from (select o.queue from assay.tasks o
             where o.status = 'RUNNING' order by o.process_id, o.run_until limit ${MOST_IN_HAND}) t
       group by t.queue
     )
     select q.queue, ${count(due)} as waiting,
            coalesce((select least(h.tasks, ${MOST_COUNTED}) from in_hand h where h.queue = q.queue), 0) as active,
            ${count('t.ready_at > now()')} as delayed,
            (select extract(epoch from now() - t.ready_at)::double precision ${ready(due)} limit 1) as "oldestSeconds"
     from unnest($1::text[]) as q (queue)`,
};

/** How the queues of tasks stand, each of them, empty ones too. */
export async function readTaskQueues(database: Queryable): Promise<TaskQueueState[]> {
  return database.query<TaskQueueState>(statement, [TASK_QUEUES]);
}

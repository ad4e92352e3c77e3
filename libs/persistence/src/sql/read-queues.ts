import { TASK_QUEUES, type TaskQueue } from '@assay/contracts';
import { prepared } from '../prepared.js';

/** Capped at `MOST_COUNTED`. */
export interface TaskQueueState {
  queue: TaskQueue;
  waiting: number;
  active: number;
  /** Not due yet. */
  delayed: number;
  /** Age of the oldest due task, seconds. */
  oldestSeconds: number | null;
}

/**
 * Cap of counts per queue and state: this figure means "or more". Waiting and running together reach twice the cap,
 * twice what the shipped autoscalers need; larger ones see too little.
 */
export const MOST_COUNTED = 400;

/** Cap of running tasks over all queues. Above it, tasks of the newest processes are left out. */
export const MOST_IN_HAND = TASK_QUEUES.length * MOST_COUNTED;

/** Ordered like the index, to get an index-only scan. */
const ready = (condition: string): string =>
  `from assay.tasks t where t.status = 'READY' and t.queue = q.queue and ${condition} order by t.ready_at`;
const count = (condition: string): string =>
  `(select count(*)::integer from (select ${ready(condition)} limit ${MOST_COUNTED}) counted)`;
const due = 't.ready_at <= now()';

export const readTaskQueues = prepared<[], TaskQueueState>(
  {
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
  },
  () => [TASK_QUEUES],
).all;

import type { TaskQueue } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** The tasks of one queue. */
export interface Backlog {
  queue: TaskQueue;
  waiting: number;
  delayed: number;
  active: number;
  dead: number;
  /** Seconds; null where none waits. */
  oldestSeconds: number | null;
}

const statement = {
  name: 'read_backlog',
  text: `select queue, sum(waiting)::integer as waiting, sum(delayed)::integer as delayed, sum(active)::integer as active,
            sum(dead)::integer as dead, max(oldest)::double precision as "oldestSeconds"
     from (
       select queue,
              count(*) filter (where status = 'READY' and coalesce(not_before, '-infinity') <= now()) as waiting,
              count(*) filter (where status = 'READY' and not_before > now()) as delayed,
              count(*) filter (where status = 'RUNNING') as active, 0 as dead,
              max(extract(epoch from now() - greatest(created_at, not_before)))
                filter (where status = 'READY' and coalesce(not_before, '-infinity') <= now()) as oldest
       from assay.tasks where finished_at is null group by queue
       union all
       select queue, 0, 0, 0, count(*), null
       from assay.tasks
       where finished_at is not null and last_error is not null and status = 'DEAD' group by queue
     ) counted group by queue`,
};

/** How the queues of tasks stand by their rows; a queue without open or dead tasks is left out. */
export async function readBacklog(database: Queryable): Promise<Backlog[]> {
  return database.query<Backlog>(statement);
}

const forgetTasks = {
  name: 'forget_publications_of_queue',
  text: `update assay.tasks set published_at = null, publishes = 0
     where finished_at is null and status = 'READY' and queue = $1`,
};

const forgetRuns = {
  name: 'forget_publications_of_runs',
  text: `update assay.runs set advance_published_at = null, advance_publishes = 0
     where finished_at is null and advance_wanted`,
};

/** Takes what was published on a queue for lost, so that the next sweep publishes what is owed. */
export async function forgetPublicationsOf(database: Queryable, queue: string): Promise<void> {
  await (queue === 'coordinator' ? database.query(forgetRuns) : database.query(forgetTasks, [queue]));
}

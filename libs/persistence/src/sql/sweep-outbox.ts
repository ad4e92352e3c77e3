import type { Id, TaskQueue } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { prepared } from '../prepared.js';

/** Something to publish: a task's delivery, or the next step of a run. */
export type OutboxItem =
  | {
      kind: 'task';
      id: Id;
      delivery: number;
      queue: TaskQueue;
      priority: number;
      /** Publications of this delivery by sweeps, this one included. */
      publishes: number;
    }
  | { kind: 'run'; id: Id };

/** Unpublished, or published without effect. */
export const sweepOutbox = prepared<[limit: number], OutboxItem>({
  name: 'sweep_outbox',
  text: 'select * from assay.sweep_owed($1)',
}).all;

const PAGE = 5000;

const deleteTaskPublications = prepared<[queue: TaskQueue | null, limit: number]>({
  name: 'delete_task_publications',
  text: `update assay.tasks set publish_at = now()
     where id in (select id from assay.tasks
                  where status = 'READY' and publish_at > now() and ready_at <= now() and ($1::text is null or queue = $1)
                  limit $2 for no key update skip locked)
     returning id`,
}).count;

/**
 * Treats publications as lost: the next sweep repeats them.
 * @param queue null: all queues and the next steps of runs
 */
export async function deletePublications(database: Queryable, queue: TaskQueue | null = null): Promise<void> {
  if (queue === null) await deleteRunPublications(database);
  while ((await deleteTaskPublications(database, queue, PAGE)) === PAGE);
}

/** Like `deletePublications`, for next steps of runs only. */
export const deleteRunPublications = prepared<[]>({
  name: 'delete_run_publications',
  text: `update assay.runs set advance_published_at = null, advance_publishes = 0, check_at = now()
     where id in (select id from assay.runs
                  where finished_at is null and advance_wanted and advance_published_at is not null
                  order by id for no key update)`,
}).run;

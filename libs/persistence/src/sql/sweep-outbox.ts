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

const DELETE_PAGE = 5000;

interface PageEnd {
  after: string;
  afterId: Id;
}

const LAST_ID: Id = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const clockStatement = { name: 'publications_since', text: 'select now()::text as since' };

const deleteTasksStatement = {
  name: 'delete_task_publications',
  text: `select publish_at::text as "after", id as "afterId"
     from assay.forget_task_publications($1, $2::timestamptz, $3::timestamptz, $4::uuid, $5)`,
};

/**
 * Treats publications as lost: the next sweep repeats them. Works in pages, so locks are short.
 * @param queue null: all queues and the next steps of runs
 */
export async function deletePublications(database: Queryable, queue: TaskQueue | null = null): Promise<void> {
  if (queue === null) await deleteRunPublications(database);
  const [clock] = await database.query<{ since: string }>(clockStatement);
  const since = clock?.since ?? '';
  // the next sweep publishes what is due anyway
  let last: PageEnd | undefined = { after: since, afterId: LAST_ID };
  while (last !== undefined) {
    const parameters: unknown[] = [queue, since, last.after, last.afterId, DELETE_PAGE];
    [last] = await database.query<PageEnd>(deleteTasksStatement, parameters);
  }
}

/** Like `deletePublications`, for next steps of runs only. */
export const deleteRunPublications = prepared<[]>({
  name: 'delete_run_publications',
  text: `update assay.runs set advance_published_at = null, advance_publishes = 0, check_at = now()
     where id in (select id from assay.runs
                  where finished_at is null and advance_wanted and advance_published_at is not null
                  order by id for no key update)`,
}).run;

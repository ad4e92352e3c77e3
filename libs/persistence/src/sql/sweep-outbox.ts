import type { Id, TaskQueue } from '@assay/contracts';
import type { Queryable } from '../database.js';

export type OutboxItem =
  | {
      kind: 'task';
      id: Id;
      delivery: number;
      queue: TaskQueue;
      priority: number;
      /** How often a sweep has published this delivery, this time included. */
      publishes: number;
    }
  | { kind: 'run'; id: Id };

const statement = { name: 'sweep_owed', text: 'select * from assay.sweep_owed($1)' };

/** A page of the outbox: what is unpublished, or was published long ago without effect. */
export async function sweepOutbox(database: Queryable, limit: number): Promise<OutboxItem[]> {
  return database.query<OutboxItem>(statement, [limit]);
}

/** Tasks that one statement makes due again at most. */
const FORGET_PAGE = 5000;

/** The last row of a page. */
interface PageEnd {
  after: string;
  afterId: Id;
}

const LAST_ID: Id = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const clockStatement = { name: 'forget_since', text: 'select now()::text as since' };

const forgetTasksStatement = {
  name: 'forget_task_publications',
  text: `select publish_at::text as "after", id as "afterId"
     from assay.forget_task_publications($1, $2::timestamptz, $3::timestamptz, $4::uuid, $5)`,
};

const forgetRunsStatement = {
  name: 'forget_run_publications',
  text: `update assay.runs set advance_published_at = null, advance_publishes = 0, check_at = now()
     where id in (select id from assay.runs
                  where finished_at is null and advance_wanted and advance_published_at is not null
                  order by id for no key update)`,
};

/**
 * Takes what was published for lost, whenever that was: the next sweep publishes what is due. Tasks in pages, so
 * that a backlog of any size holds no lock for long.
 *
 * @param queue one queue's jobs alone; null: those of all queues, and the next steps of runs
 */
export async function forgetPublications(database: Queryable, queue: TaskQueue | null = null): Promise<void> {
  if (queue === null) await forgetRunPublications(database);
  const [clock] = await database.query<{ since: string }>(clockStatement);
  const since = clock?.since ?? '';
  // what is due by now is published by the next sweep anyway
  let last: PageEnd | undefined = { after: since, afterId: LAST_ID };
  while (last !== undefined) {
    const parameters: unknown[] = [queue, since, last.after, last.afterId, FORGET_PAGE];
    [last] = await database.query<PageEnd>(forgetTasksStatement, parameters);
  }
}

/** Takes the published next steps of all runs for lost. */
export async function forgetRunPublications(database: Queryable): Promise<void> {
  await database.query(forgetRunsStatement);
}

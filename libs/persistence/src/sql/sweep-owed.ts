import type { Id, TaskQueue } from '@assay/contracts';
import type { Queryable } from '../database.js';

export type OwedPublication =
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

/** A page of what is owed to the queues and was not published, or published long ago without effect. */
export async function sweepOwed(database: Queryable, limit: number): Promise<OwedPublication[]> {
  return database.query<OwedPublication>(statement, [limit]);
}

const forgetStatement = {
  name: 'forget_publications',
  text: `with tasks as (
       update assay.tasks set published_at = null, publishes = 0
       where finished_at is null and status = 'READY' and published_at < now()
     )
     update assay.runs set advance_published_at = null, advance_publishes = 0
     where finished_at is null and advance_wanted`,
};

/** Takes all that was published for lost: the next sweep publishes what is owed, whenever that was done last. */
export async function forgetPublications(database: Queryable): Promise<void> {
  await database.query(forgetStatement);
}

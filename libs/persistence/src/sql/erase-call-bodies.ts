import type { Queryable } from '../database.js';

const statement = {
  name: 'erase_call_bodies',
  text: `with old as (
       select id from assay.steps
       where created_at < now() - make_interval(days => $1) and (request is not null or raw is not null or answer is not null)
       order by created_at limit $2 for update skip locked
     )
     update assay.steps s set request = null, answer = null, raw = null from old where s.id = old.id returning s.id`,
};

/** Erases requests and answers of calls older than `days`, a page at a time; how many were erased. */
export async function eraseCallBodies(database: Queryable, days: number, limit: number): Promise<number> {
  return (await database.query(statement, [days, limit])).length;
}

import type { Queryable } from '../database.js';
import { prepared } from '../prepared.js';

/** Must repeat the condition of the index `steps_kept`. */
const HAS_BODY = '(request is not null or answer is not null or raw is not null)';

export const eraseCallBodies = prepared<[days: number, limit: number]>({
  name: 'erase_call_bodies',
  text: `with old as (
       select run_id, id from assay.steps
       where created_at < now() - make_interval(days => $1) and ${HAS_BODY}
       order by created_at limit $2 for update skip locked
     )
     update assay.steps s set request = null, answer = null, raw = null
     from old where s.run_id = old.run_id and s.id = old.id returning s.id`,
}).count;

/** Erases a page of runs that ended more than `days` ago; returns the count. */
export const eraseOldRecords = prepared<[days: number, limit: number], { erased: number }>({
  name: 'erase_old_records',
  // whole runs per transaction; the journal goes with its partition, or now if that is a default one
  text: `with old as (
       select array_agg(o.id) as ids from (
         select r.id from assay.runs r
         where r.id < assay.id_at(now() - make_interval(days => $1))
           and r.finished_at < now() - make_interval(days => $1)
         order by r.id limit $2 for update skip locked) o
     )
     select cardinality(ids) as erased, assay.erase_runs(ids, false) from old where ids is not null`,
}).value((row) => row?.erased ?? 0);

/** Erases a page of workspace evaluations that ended more than `days` ago; returns the count. */
export const eraseOldEvaluations = prepared<[days: number, limit: number]>({
  name: 'erase_old_evaluations',
  text: `with old as (
       select id from assay.workspace_evaluations
       where id < assay.id_at(now() - make_interval(days => $1)) and finished_at < now() - make_interval(days => $1)
       order by id limit $2 for update skip locked
     )
     delete from assay.workspace_evaluations e using old where e.id = old.id returning e.id`,
}).count;

/**
 * Erases a page of ended tasks without a run, created more than `days` ago, with their steps (`run_id` is the task's
 * id); returns their count.
 */
export const eraseOldRequests = prepared<[days: number, limit: number]>({
  name: 'erase_old_requests',
  text: `with old as (
       select id from assay.tasks
       where run_id is null and id < assay.id_at(now() - make_interval(days => $1)) and finished_at is not null
       order by id limit $2 for update skip locked
     ), journal as (
       delete from assay.steps s using old where s.run_id = old.id
     )
     delete from assay.tasks t using old where t.id = old.id returning t.id`,
}).count;

/** Deletes a page of processes that are silent for an hour and hold no task; returns the count. */
export const eraseDeadProcesses = prepared<[limit: number]>({
  name: 'erase_dead_processes',
  text: `with dead as (
       select p.id from assay.processes p
       where coalesce(p.stopped_at, p.beaten_at) < now() - interval '1 hour'
         and p.beaten_at < now() - interval '1 hour'
         and not exists (select 1 from assay.tasks t where t.status = 'RUNNING' and t.process_id = p.id)
       order by p.id limit $1 for update skip locked
     )
     delete from assay.processes p using dead where p.id = dead.id returning p.id`,
}).count;

export const eraseUnusedBlocks = prepared<[days: number, limit: number]>({
  name: 'erase_unused_blocks',
  // used texts are marked within a day: two extra days cover any question
  text: `with old as (
       select b.workspace_id, b.hash,
              exists (select 1 from assay.workspaces w
                      where w.id = b.workspace_id and b.hash in (w.schema_hash, w.profile_hash)) as used
       from assay.blocks b
       where b.used_at < now() - make_interval(days => $1 + 2)
       order by b.used_at limit $2 for update skip locked
     ), kept as (
       update assay.blocks b set used_at = now()
       from old where old.used and b.workspace_id = old.workspace_id and b.hash = old.hash returning b.hash
     ), erased as (
       delete from assay.blocks b using old
       where not old.used and b.workspace_id = old.workspace_id and b.hash = old.hash returning b.hash
     )
     select hash from kept union all select hash from erased`,
}).count;

/** Creates missing partitions of this month and the next `ahead`; returns their names. */
export const ensurePartitions = prepared<[ahead: number], { name: string }>({
  name: 'ensure_partitions',
  text: 'select assay.ensure_partitions($1) as name',
}).map(({ name }) => name);

/** Drops partitions older than `days` whose runs and requests are erased; returns their names. */
export const dropPartitions = prepared<[days: number], { name: string }>({
  name: 'drop_partitions',
  text: 'select assay.drop_partitions(now() - make_interval(days => $1)) as name',
}).map(({ name }) => name);

/**
 * Age of the oldest data beyond its retention, seconds; 0: in time. Up to a day is normal for blocks, which are erased
 * after `days + 2`.
 */
export interface RetentionLag {
  bodies: number;
  records: number;
  blocks: number;
}

const lagStatement = {
  name: 'retention_lag',
  text: `select
       (select extract(epoch from now() - make_interval(days => $1) - s.created_at)::double precision
        from assay.steps s where ${HAS_BODY.replaceAll(/(request|answer|raw) is/g, 's.$1 is')}
        order by s.created_at limit 1) as bodies,
       (select extract(epoch from now() - make_interval(days => $2) - r.finished_at)::double precision
        from assay.runs r where r.id < assay.id_at(now() - make_interval(days => $2))
          and r.finished_at < now() - make_interval(days => $2) order by r.id limit 1) as records,
       (select extract(epoch from now() - make_interval(days => $1 + 1) - b.used_at)::double precision
        from assay.blocks b order by b.used_at limit 1) as blocks`,
};

/** @param recordDays null: unlimited */
export async function readRetentionLag(
  database: Queryable,
  days: number,
  recordDays: number | null,
): Promise<RetentionLag> {
  type Row = { [What in keyof RetentionLag]: number | null };
  const [row] = await database.query<Row>(lagStatement, [days, recordDays]);
  const secondsOf = (what: keyof RetentionLag): number => Math.max(0, row?.[what] ?? 0);
  return { bodies: secondsOf('bodies'), records: secondsOf('records'), blocks: secondsOf('blocks') };
}

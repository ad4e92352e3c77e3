import type { Id } from '@assay/contracts';
import { prepared } from '../prepared.js';

/** A RUNNING task to take back: its process is `silent`, or the task is `overdue`. */
export interface LostTask {
  task: Id;
  claim: Id;
  run: Id | null;
  stage: Id | null;
  /** Deliveries lost before this one. */
  losses: number;
  reason: 'silent' | 'overdue';
}

/**
 * RUNNING tasks of processes that stopped or are silent for `unseenSeconds` (null: ignore silence), or past their
 * deadline. A new claim's deadline counts after the next heartbeat.
 */
export const lostTasks = prepared<[unseenSeconds: number | null, limit: number], LostTask>({
  name: 'lost_tasks',
  // by process: tasks of live processes that are in time are not read
  text: `(select t.id as task, t.claim, t.run_id as run, t.stage_id as stage, t.losses, 'overdue' as reason
      from assay.processes p
      cross join lateral (select * from assay.tasks o
                          where o.status = 'RUNNING' and o.process_id = p.id and o.run_until < now()
                          order by o.run_until limit $2) t
      where p.overdue_at < now()
      limit $2)
     union all
     (select t.id, t.claim, t.run_id, t.stage_id, t.losses, 'silent'
      from assay.processes p
      cross join lateral (select * from assay.tasks o
                          where o.status = 'RUNNING' and o.process_id = p.id
                            and (o.run_until >= now() or p.overdue_at is null or p.overdue_at >= now())
                          order by o.run_until limit $2) t
      where p.stopped_at is not null or p.beaten_at < now() - make_interval(secs => $1::double precision)
      limit $2)
     limit $2`,
}).all;

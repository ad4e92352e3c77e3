import type { Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

export interface LostTask {
  task: Id;
  claim: Id;
  run: Id | null;
  stage: Id | null;
  reason: 'silent' | 'overdue';
}

const statement = {
  name: 'lost_tasks',
  text: `select t.id as task, t.claim, t.run_id as run, t.stage_id as stage,
            case when t.run_until < now() then 'overdue' else 'silent' end as reason
     from assay.tasks t
     left join assay.processes p on p.id = t.process_id
     where t.finished_at is null and t.status = 'RUNNING'
       and (t.run_until < now() or p.id is null or p.stopped_at is not null
         or p.beaten_at < now() - make_interval(secs => $1::double precision))
     order by t.id limit $2`,
};

/**
 * RUNNING tasks whose process has been silent for `unseenSeconds` (null: silence is not looked at), has stopped, or that
 * ran past their time.
 */
export async function lostTasks(database: Queryable, unseenSeconds: number | null, limit: number): Promise<LostTask[]> {
  return database.query<LostTask>(statement, [unseenSeconds, limit]);
}

import type { Id, TaskQueue } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface JournaledTask {
  id: Id;
  queue: TaskQueue;
  workspace: Id;
  /** Answered calls whose answers were erased. */
  notKept: number;
}

/** Tasks behind a question's decisions, in order. */
export const readJournaledTasks = prepared<[run: Id], JournaledTask>({
  name: 'read_journaled_tasks',
  text: `select t.id, t.queue, t.workspace_id as workspace,
            (count(*) filter (where s.answer is null and s.raw is null))::integer as "notKept"
     from assay.steps s join assay.tasks t on t.id = s.task_id
     where s.run_id = $1 and s.kind = 'model' and s.status = 'answered' and not s.superseded
       and t.stage_id is not null and t.finished_at is not null
     group by t.id, t.queue, t.workspace_id
     order by min(s.created_at), t.id`,
}).all;

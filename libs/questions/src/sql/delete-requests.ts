import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** With journals; returns the count. */
// repeats the condition of the index `tasks_of_workspace_alone`
export const deleteRequests = prepared<[workspace: Id, limit: number]>({
  name: 'erase_workspace_tasks',
  text: `with gone as (
       select id from assay.tasks where run_id is null and workspace_id = $1 limit $2
     ), journal as (
       delete from assay.steps s using gone where s.run_id = gone.id
     )
     delete from assay.tasks t using gone where t.id = gone.id returning t.id`,
}).count;

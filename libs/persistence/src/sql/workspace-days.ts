import type { Id } from '@assay/contracts';
import { prepared } from '../prepared.js';

const KEPT_DAYS = 40;

export const deleteDaysOfWorkspace = prepared<[workspace: Id]>({
  name: 'erase_workspace_days',
  // by day: the key begins with the day
  text: `delete from assay.workspace_days d using generate_series(-1, ${KEPT_DAYS}) n
     where d.day = (now() at time zone 'UTC')::date - n and d.workspace_id = $1`,
}).run;

/** Deletes a page of daily usage older than `KEPT_DAYS`; returns the count. */
export const deleteWorkspaceDays = prepared<[limit: number]>({
  name: 'delete_workspace_days',
  text: `with old as (
       select day, workspace_id, slot from assay.workspace_days
       where day < (now() at time zone 'UTC')::date - ${KEPT_DAYS}
       order by day limit $1 for update skip locked
     )
     delete from assay.workspace_days d using old
     where d.day = old.day and d.workspace_id = old.workspace_id and d.slot = old.slot returning d.slot`,
}).count;

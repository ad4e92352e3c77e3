import type { Id, SettingsPatch } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface LinkedQuestion {
  workspace: Id;
  person: Id | null;
  /** Links that were made earlier have ended. */
  since: Date | null;
  /** By the record's clock, as `since`. */
  now: Date;
  approved: boolean;
  /** Of the workspace. */
  settings: SettingsPatch;
}

export const readLinked = prepared<[question: Id], LinkedQuestion>({
  name: 'read_linked',
  text: `select w.id as workspace, r.person, q.links_since as since, clock_timestamp() as now, w.settings,
       exists (select from assay.attempts a where a.run_id = r.id and a.decisions #>> '{selection,by}' = 'known') as approved
     from assay.runs r
     join assay.questions q on q.run_id = r.id join assay.workspaces w on w.id = r.workspace_id where r.id = $1`,
}).first;

export const endLinks = prepared<[question: Id]>({
  name: 'end_links',
  text: 'update assay.questions set links_since = clock_timestamp() where run_id = $1',
}).run;

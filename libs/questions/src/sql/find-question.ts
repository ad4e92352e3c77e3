import type { Id, QuestionStatus, Settings, SettingsPatch } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export interface FoundQuestion {
  id: Id;
  workspace: Id;
  status: QuestionStatus;
  question: string;
  evidence: string[];
  settings: Settings;
  /** As sent; null in earlier releases. */
  askedSettings: SettingsPatch | null;
  /** Null unless GOLD or SILVER. */
  winnerSql: string | null;
}

/** Null outside the scope (null: every workspace). */
export const findQuestion = prepared<[question: Id, scope: readonly Id[] | null], FoundQuestion>({
  name: 'find_question',
  text: `select r.id, r.workspace_id as workspace, r.status, q.question, q.evidence, q.settings, q.asked_settings as "askedSettings",
            case when r.status in ('GOLD', 'SILVER') then q.result #>> '{sqlList,0,sql}' end as "winnerSql"
     from assay.runs r join assay.questions q on q.run_id = r.id
     where r.id = $1 and ($2::uuid[] is null or r.workspace_id = any ($2))`,
}).first;

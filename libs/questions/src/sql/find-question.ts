import type { Dialect, Id, Identity, QuestionStatus, Settings, SettingsPatch } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { Visibility } from '@assay/contracts/requests';
import { CORRECTED_SQL } from './corrected-sql.js';

export interface FoundQuestion {
  id: Id;
  workspace: Id;
  dialect: Dialect;
  /** The person who asked; null: a key or a queue. */
  person: Id | null;
  identity: Identity | null;
  status: QuestionStatus;
  question: string;
  evidence: string[];
  settings: Settings;
  /** Null before the context is built. */
  schemaHash: string | null;
  /** As sent; null in earlier releases. */
  askedSettings: SettingsPatch | null;
  /** Null unless GOLD or SILVER. */
  winnerSql: string | null;
  /** Answers in place of the winner. */
  correctedSql: string | null;
}

/** Null outside the caller's visibility. */
export const findQuestion = prepared<[question: Id, visibility: Visibility], FoundQuestion>({
  name: 'find_question',
  text: `select r.id, r.workspace_id as workspace, w.dialect, r.person, q.identity, r.status, q.question, q.evidence, q.settings, q.schema_hash as "schemaHash", q.asked_settings as "askedSettings",
            case when r.status in ('GOLD', 'SILVER') then q.result #>> '{sqlList,0,sql}' end as "winnerSql",
            ${CORRECTED_SQL} as "correctedSql"
     from assay.runs r join assay.questions q on q.run_id = r.id join assay.workspaces w on w.id = r.workspace_id
     where r.id = $1 and assay.sees($2, r.workspace_id, r.person)`,
}).first;

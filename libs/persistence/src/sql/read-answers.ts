import type { ErrorNote, Id, TaskStatus } from '@assay/contracts';
import { prepared } from '../prepared.js';

export interface AnswerRow {
  id: Id;
  /** MISSING: there is no such row; a crash of Postgres lost the request. */
  status: TaskStatus | 'MISSING';
  result: unknown;
  error: ErrorNote | null;
}

/** The awaited tasks that have ended or are missing. */
export const readAnswers = prepared<[tasks: readonly Id[]], AnswerRow>({
  name: 'read_answers',
  text: `select asked.id, coalesce(t.status, 'MISSING') as status, t.result, t.last_error as error
     from unnest($1::uuid[]) asked (id) left join assay.tasks t on t.id = asked.id
     where t.id is null or t.finished_at is not null`,
}).all;

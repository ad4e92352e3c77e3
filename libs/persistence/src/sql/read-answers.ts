import type { ErrorNote, Id, TaskStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';

export interface AnswerRow {
  id: Id;
  status: TaskStatus;
  result: unknown;
  error: ErrorNote | null;
}

const statement = {
  name: 'read_answers',
  text: 'select id, status, result, last_error as error from assay.tasks where id = any ($1) and finished_at is not null',
};

/** Those of the awaited tasks that have ended. */
export async function readAnswers(database: Queryable, tasks: readonly Id[]): Promise<AnswerRow[]> {
  return database.query<AnswerRow>(statement, [tasks]);
}

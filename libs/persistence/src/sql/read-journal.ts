import type { ErrorNote, Id, StepKind } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** An answered step of an earlier attempt at the task: not asked, and not paid for, again. */
export interface JournaledStep {
  id: Id;
  ordinal: number;
  kind: StepKind;
  requestHash: string;
  answer: unknown;
  raw: Buffer | null;
  status: 'answered' | 'failed';
  error: ErrorNote | null;
}

const statement = {
  name: 'read_journal',
  text: `select id, ordinal, kind, request_hash as "requestHash", answer, raw, status, error
     from assay.steps where task_id = $1 and not superseded and status = 'answered' order by ordinal, id`,
};

/** The steps that a task has on record, for its next attempt. */
export async function readJournal(database: Queryable, task: Id): Promise<JournaledStep[]> {
  return database.query<JournaledStep>(statement, [task]);
}

const replayedStatement = {
  name: 'count_replays',
  text: 'update assay.steps set replays = replays + 1 where id = any ($1)',
};

/** Notes that answers were taken from the journal instead of being paid for again. */
export async function countReplays(database: Queryable, steps: readonly Id[]): Promise<void> {
  await database.query(replayedStatement, [steps]);
}

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
     from assay.steps where run_id = $1 and task_id = $2 and not superseded and status = 'answered' order by ordinal, id`,
};

/** The steps that a task has on record, for its next attempt; `run` is null for a task that no run made. */
export async function readJournal(database: Queryable, run: Id | null, task: Id): Promise<JournaledStep[]> {
  return database.query<JournaledStep>(statement, [run ?? task, task]);
}

const replayedStatement = {
  name: 'count_replays',
  text: 'update assay.steps set replays = replays + 1 where run_id = $1 and id = any ($2)',
};

/** Notes that a task took answers from the journal instead of paying for them again. */
export async function countReplays(database: Queryable, run: Id | null, task: Id, steps: readonly Id[]): Promise<void> {
  await database.query(replayedStatement, [run ?? task, steps]);
}

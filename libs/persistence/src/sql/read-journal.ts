import type { ErrorNote, Id, StepKind } from '@assay/contracts';
import { prepared } from '../prepared.js';

/** An answered step of an earlier attempt, which is not paid for again. Bodies are null after retention. */
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

/**
 * In order, without superseded ones.
 * @param run null: a task without a run
 */
export const readJournal = prepared<[run: Id | null, task: Id], JournaledStep>(
  {
    name: 'read_journal',
    text: `select id, ordinal, kind, request_hash as "requestHash", answer, raw, status, error
     from assay.steps where run_id = $1 and task_id = $2 and not superseded and status = 'answered' order by ordinal, id`,
  },
  (run, task) => [run ?? task, task],
).all;

export const countReplays = prepared<[run: Id | null, task: Id, steps: readonly Id[]]>(
  {
    name: 'count_replays',
    text: 'update assay.steps set replays = replays + 1 where run_id = $1 and id = any ($2)',
  },
  (run, task, steps) => [run ?? task, steps],
).run;

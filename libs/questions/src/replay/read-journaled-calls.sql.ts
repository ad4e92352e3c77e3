import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { JournaledCall } from './call-replay.js';

const statement = {
  name: 'read_journaled_calls',
  text: `select id, task_id as task, ordinal, agent, model, prompt_hash as "promptHash", parser, repaired, flags, request,
            answer, raw
     from assay.steps
     where run_id = $1 and kind = 'model' and status = 'answered' and not superseded
     order by created_at, id`,
};

/** The answered calls that a question's decisions rest on, in order. */
export async function readJournaledCalls(database: Queryable, run: Id): Promise<JournaledCall[]> {
  return database.query<JournaledCall>(statement, [run]);
}

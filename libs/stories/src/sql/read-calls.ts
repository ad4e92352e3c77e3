import type { CallDetail, CallRecord, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const COLUMNS = `id, agent, task_id as task, ordinal, model, prompt_hash as "promptHash", status,
  finish_reason as "finishReason", error, input_tokens as "inputTokens", output_tokens as "outputTokens",
  cost_usd as "costUsd", latency_ms as "latencyMs", parser, repaired,
  case when superseded then flags || '["superseded"]' else flags end as flags, replays > 0 as replayed`;

const statement = {
  name: 'read_story_calls',
  text: `select ${COLUMNS} from assay.steps where run_id = $1 and kind = 'model' order by created_at, id`,
};

/** Every call of a model that a run made, failed and superseded ones too, in order. */
export async function readCalls(database: Queryable, run: Id): Promise<CallRecord[]> {
  return database.query<CallRecord>(statement, [run]);
}

const oneStatement = {
  name: 'read_story_call',
  text: `select ${COLUMNS}, request, answer as normalised, raw from assay.steps
     where id = $2 and run_id = $1 and kind = 'model'`,
};

/** One call whole: what it was made of, the answer as it came, and its normalised form. */
export async function readCall(database: Queryable, run: Id, call: Id): Promise<CallDetail | null> {
  const [row] = await database.query<Omit<CallDetail, 'response'> & { raw: Buffer | null }>(oneStatement, [run, call]);
  if (!row) return null;
  const { raw, ...detail } = row;
  return { ...detail, response: raw === null ? null : raw.toString('utf8') };
}

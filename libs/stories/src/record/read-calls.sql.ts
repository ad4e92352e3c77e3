import type { CallRecord, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'read_story_calls',
  text: `select id, agent, task_id as task, ordinal, model, prompt_hash as "promptHash", status,
            finish_reason as "finishReason", error, input_tokens as "inputTokens", output_tokens as "outputTokens",
            cost_usd as "costUsd", latency_ms as "latencyMs", parser, repaired,
            case when superseded then flags || '["superseded"]' else flags end as flags, replays > 0 as replayed
     from assay.steps where run_id = $1 and kind = 'model' order by created_at, id`,
};

/** Every call of a model that a run made, failed and superseded ones too, in order. */
export async function readCalls(database: Queryable, run: Id): Promise<CallRecord[]> {
  return database.query<CallRecord>(statement, [run]);
}

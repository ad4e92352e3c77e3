import type { Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** What a run has spent on models so far. */
export interface RunUsage {
  modelCalls: number;
  replayedCalls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

const statement = {
  name: 'read_usage',
  text: `select count(*) filter (where status = 'answered')::integer as "modelCalls",
            coalesce(sum(replays), 0)::integer as "replayedCalls",
            coalesce(sum(input_tokens), 0)::integer as "inputTokens",
            coalesce(sum(output_tokens), 0)::integer as "outputTokens",
            coalesce(sum(cost_usd), 0)::double precision as "costUsd"
     from assay.steps where run_id = $1 and kind = 'model'`,
};

export async function readUsage(database: Queryable, run: Id): Promise<RunUsage> {
  const [row] = await database.query<RunUsage>(statement, [run]);
  return row ?? { modelCalls: 0, replayedCalls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
}

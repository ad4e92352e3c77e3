import type { Id, Usage } from '@assay/contracts';
import { prepared } from '../prepared.js';

/** Over the model calls `assay.steps s`. */
export const USAGE_COLUMNS = `count(*) filter (where s.status = 'answered')::integer as "modelCalls",
            coalesce(sum(s.replays), 0)::integer as "replayedCalls",
            coalesce(sum(s.input_tokens), 0)::double precision as "inputTokens",
            coalesce(sum(s.output_tokens), 0)::double precision as "outputTokens",
            coalesce(sum(s.cached_tokens), 0)::double precision as "cachedInputTokens",
            coalesce(sum(s.cache_write_tokens), 0)::double precision as "cacheWriteTokens",
            coalesce(sum(s.cost_usd), 0)::double precision as "costUsd"`;

const NO_USAGE: Usage = {
  modelCalls: 0,
  replayedCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
};

export const readUsage = prepared<[run: Id], Usage>({
  name: 'read_usage',
  text: `select ${USAGE_COLUMNS} from assay.steps s where s.run_id = $1 and s.kind = 'model'`,
}).value((row) => row ?? NO_USAGE);

/** Drops other fields. */
export function usageOf(row: Usage): Usage {
  const { modelCalls, replayedCalls, inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, costUsd } = row;
  return { modelCalls, replayedCalls, inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, costUsd };
}

import type { Id } from '@assay/contracts';
import { prepared } from '../prepared.js';

export interface AgentSpending {
  agent: string;
  calls: number;
  /** In and out. */
  tokens: number;
  costUsd: number;
  /** Answered calls without a known price; not part of any cost. */
  unpriced: number;
}

/** By agent, most tokens first. */
export const readSpending = prepared<[run: Id], AgentSpending>({
  name: 'read_spending',
  text: `select agent, count(*)::integer as calls, sum(input_tokens + output_tokens)::double precision as tokens,
            coalesce(sum(cost_usd), 0)::double precision as "costUsd",
            count(*) filter (where cost_usd is null)::integer as unpriced
     from assay.steps where run_id = $1 and kind = 'model' and status = 'answered'
     group by agent order by tokens desc, agent`,
}).all;

import type { Id } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** What a run has spent on one agent's calls. */
export interface AgentSpending {
  agent: string;
  /** Answered calls. */
  calls: number;
  /** In and out together. */
  tokens: number;
  costUsd: number;
  /** Answered calls of models whose price is not known; their cost is in no sum. */
  unpriced: number;
}

const statement = {
  name: 'read_spending',
  text: `select agent, count(*)::integer as calls, sum(input_tokens + output_tokens)::double precision as tokens,
            coalesce(sum(cost_usd), 0)::double precision as "costUsd",
            count(*) filter (where cost_usd is null)::integer as unpriced
     from assay.steps where run_id = $1 and kind = 'model' and status = 'answered'
     group by agent order by tokens desc, agent`,
};

/** What a run has spent on models by agent, the most expensive first. */
export async function readSpending(database: Queryable, run: Id): Promise<AgentSpending[]> {
  return database.query<AgentSpending>(statement, [run]);
}

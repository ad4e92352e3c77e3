import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** What the questions of a workspace have come to in a day of UTC. */
export interface DayUsage {
  questions: number;
  /** Of model calls, in and out together. */
  tokens: number;
  /** US dollars; calls of models without a price are in no sum. */
  costUsd: number;
}

/** A `DayUsage` as JSON, of counters `assay.workspace_days d`. */
export const DAY_USAGE = `json_build_object('questions', coalesce(sum(d.questions), 0), 'tokens', coalesce(sum(d.tokens), 0),
                              'costUsd', coalesce(sum(d.cost_usd), 0))`;

/** The counters of today, of a workspace `w`. */
export const OF_TODAY = `d.workspace_id = w.id and d.day = (now() at time zone 'UTC')::date`;

const statement = {
  name: 'read_day_usage',
  text: `select ${DAY_USAGE} as usage from (select $1::uuid as id) w left join assay.workspace_days d on ${OF_TODAY}`,
};

/** What the questions of a workspace have come to today. */
export async function readDayUsage(database: Queryable, workspace: Id): Promise<DayUsage> {
  const [row] = await database.query<{ usage: DayUsage }>(statement, [workspace]);
  return row?.usage ?? { questions: 0, tokens: 0, costUsd: 0 };
}

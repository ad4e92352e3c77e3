import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { DayUsage } from '@assay/work';

/** `DayUsage` as JSON from `assay.workspace_days d`. */
export const DAY_USAGE = `json_build_object('questions', coalesce(sum(d.questions), 0), 'tokens', coalesce(sum(d.tokens), 0),
                              'costUsd', coalesce(sum(d.cost_usd), 0))`;

export const OF_TODAY = `d.workspace_id = w.id and d.day = (now() at time zone 'UTC')::date`;

export const readDayUsage = prepared<[workspace: Id], { usage: DayUsage }>({
  name: 'read_day_usage',
  text: `select ${DAY_USAGE} as usage from (select $1::uuid as id) w left join assay.workspace_days d on ${OF_TODAY}`,
}).value((row) => row?.usage ?? { questions: 0, tokens: 0, costUsd: 0 });

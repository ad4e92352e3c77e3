import type { QueueName } from '@assay/contracts';
import { MOST_COUNTED, prepared, type Queryable, type TaskQueueState } from '@assay/persistence';

export interface QueueState extends Omit<TaskQueueState, 'queue'> {
  queue: QueueName;
}

export interface OpenRuns {
  product: string;
  status: string;
  runs: number;
}

const openRuns = (condition = 'true'): string =>
  `(select * from assay.runs where finished_at is null and ${condition} order by check_at, id limit ${MOST_COUNTED}) open`;

/** A sweep checks a wanted step within a known delay; the condition excludes other runs. */
const WANTED = 'advance_wanted and check_at <= now() + assay.publish_delay(1000)';

const coordinatorStatement = {
  name: 'read_coordinator_queue',
  text: `select count(*)::integer as waiting, 0 as active,
            (select count(*)::integer from ${openRuns()} where not advance_wanted and wake_at is not null) as delayed,
            (extract(epoch from now() - min(advance_published_at)))::double precision as "oldestSeconds"
     from ${openRuns(WANTED)}`,
};

export async function readCoordinatorQueue(database: Queryable): Promise<QueueState> {
  const [row] = await database.query<Omit<QueueState, 'queue'>>(coordinatorStatement);
  return { queue: 'coordinator', ...(row as Omit<QueueState, 'queue'>) };
}

export const readOpenRuns = prepared<[], OpenRuns>({
  name: 'read_open_runs',
  text: `select product, status, count(*)::integer as runs
     from ${openRuns()} group by product, status`,
}).all;

export interface Answers {
  /** Mean of six hours; null without answers. */
  confidence: number | null;
  /** Of workspaces with a quota. */
  quotas: { workspace: string; left: number }[];
}

const limit = (name: string): string => `(w.settings #>> '{quota,${name}}')::double precision`;
const left = (name: string, used: string): string => `1 - ${used} / nullif(${limit(name)}, 0)`;

export const readAnswers = prepared<[], Answers>({
  name: 'read_answer_gauges',
  text: `select
       (select avg(confidence) from assay.questions
        where confidence is not null
          and run_id >= assay.id_at(now() - interval '6 hours')) as confidence,
       (select coalesce(json_agg(q), '[]') from (
          select w.name as workspace, greatest(0, coalesce(least(
                   ${left('questionsPerDay', 'd.questions')}, ${left('tokensPerDay', 'd.tokens')},
                   ${left('usdPerDay', 'd.cost_usd')}), 0)) as left
          from assay.workspaces w cross join lateral (
            select coalesce(sum(questions), 0) as questions, coalesce(sum(tokens), 0) as tokens,
                   coalesce(sum(cost_usd), 0) as cost_usd
            from assay.workspace_days where workspace_id = w.id and day = (now() at time zone 'UTC')::date) d
          where coalesce(${limit('questionsPerDay')}, ${limit('tokensPerDay')}, ${limit('usdPerDay')}) is not null
        ) q) as quotas`,
}).value((row) => row ?? { confidence: null, quotas: [] });

export interface Incidents {
  /** Open runs whose published step has been due for at least 20 s. */
  stalled: number;
  unsentReplies: number;
  webhooks: number;
  gates: string[];
}

export const readIncidents = prepared<[], Incidents>({
  name: 'read_incidents',
  // A sweep republishes a step for the fourth time after 1.5 + 3 + 6 + 12 seconds.
  text: `select
       (select count(*)::integer from ${openRuns(`${WANTED} and advance_publishes >= 4`)}) as stalled,
       (select count(*)::integer from assay.runs
        where reply_to is not null and reply_published_at is null and finished_at is not null) as "unsentReplies",
       (select count(*)::integer from assay.webhooks w join assay.runs r on r.id = w.run_id
        where w.sent_at is null and w.failed_at is null and r.finished_at is not null) as webhooks,
       (select coalesce(array_agg(distinct model), '{}') from assay.gates where closed_until > now()) as gates`,
}).value((row) => row ?? { stalled: 0, unsentReplies: 0, webhooks: 0, gates: [] });

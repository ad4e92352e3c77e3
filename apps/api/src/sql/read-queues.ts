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

export interface Incidents {
  /** Open runs whose published step has been due for at least 20 s. */
  stalled: number;
  unsentReplies: number;
  gates: string[];
}

export const readIncidents = prepared<[], Incidents>({
  name: 'read_incidents',
  // A sweep republishes a step for the fourth time after 1.5 + 3 + 6 + 12 seconds.
  text: `select
       (select count(*)::integer from ${openRuns(`${WANTED} and advance_publishes >= 4`)}) as stalled,
       (select count(*)::integer from assay.runs
        where reply_to is not null and reply_published_at is null and finished_at is not null) as "unsentReplies",
       (select coalesce(array_agg(distinct model), '{}') from assay.gates where closed_until > now()) as gates`,
}).value((row) => row ?? { stalled: 0, unsentReplies: 0, gates: [] });

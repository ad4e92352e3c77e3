import type { QueueName } from '@assay/contracts';
import { MOST_COUNTED, type Queryable, type TaskQueueState } from '@assay/persistence';

/** How a queue stands, whatever it carries. */
export interface QueueState extends Omit<TaskQueueState, 'queue'> {
  queue: QueueName;
}

/** Open runs of one product and status. */
export interface OpenRuns {
  product: string;
  status: string;
  runs: number;
}

/** Open runs, `MOST_COUNTED` at most: those first that a sweep looks at next. */
const openRuns = (condition = 'true'): string =>
  `(select * from assay.runs where finished_at is null and ${condition} order by check_at, id limit ${MOST_COUNTED}) open`;

/** A step is wanted; a sweep looks at that within a delay, however often it was published, so that no other run is read. */
const WANTED = 'advance_wanted and check_at <= now() + assay.publish_delay(1000)';

const coordinatorStatement = {
  name: 'read_coordinator_queue',
  text: `select count(*)::integer as waiting, 0 as active,
            (select count(*)::integer from ${openRuns()} where not advance_wanted and wake_at is not null) as delayed,
            (extract(epoch from now() - min(advance_published_at)))::double precision as "oldestSeconds"
     from ${openRuns(WANTED)}`,
};

/** The coordinator's queue, whose work is in the rows of runs. */
export async function readCoordinatorQueue(database: Queryable): Promise<QueueState> {
  const [row] = await database.query<Omit<QueueState, 'queue'>>(coordinatorStatement);
  return { queue: 'coordinator', ...(row as Omit<QueueState, 'queue'>) };
}

const runsStatement = {
  name: 'read_open_runs',
  text: `select product, status, count(*)::integer as runs
     from ${openRuns()} group by product, status`,
};

/** Runs that have not ended; no more than `MOST_COUNTED` are counted. */
export async function readOpenRuns(database: Queryable): Promise<OpenRuns[]> {
  return database.query<OpenRuns>(runsStatement);
}

/** What is amiss among the runs, and which models are left alone. */
export interface Troubles {
  /** Open runs that have waited 20 s or more for their next step since it was wanted last, though it was published. */
  stalled: number;
  /** Finished runs whose asker on a queue has no reply yet. */
  unsentReplies: number;
  /** Models whose gate is closed. */
  gates: string[];
}

const troublesStatement = {
  name: 'read_troubles',
  // a sweep publishes a step that is not taken for the fourth time after 1.5 + 3 + 6 + 12 seconds
  text: `select
       (select count(*)::integer from ${openRuns(`${WANTED} and advance_publishes >= 4`)}) as stalled,
       (select count(*)::integer from assay.runs
        where reply_to is not null and reply_published_at is null and finished_at is not null) as "unsentReplies",
       (select coalesce(array_agg(distinct model), '{}') from assay.gates where closed_until > now()) as gates`,
};

/** What somebody who watches would want to know beside the queues. */
export async function readTroubles(database: Queryable): Promise<Troubles> {
  const [row] = await database.query<Troubles>(troublesStatement);
  return row ?? { stalled: 0, unsentReplies: 0, gates: [] };
}

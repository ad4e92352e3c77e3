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

/** Open runs, `MOST_COUNTED` at most. */
const OPEN_RUNS = `(select * from assay.runs where finished_at is null limit ${MOST_COUNTED}) open`;

const coordinatorStatement = {
  name: 'read_coordinator_queue',
  text: `select (count(*) filter (where advance_wanted))::integer as waiting, 0 as active,
            (count(*) filter (where not advance_wanted and wake_at is not null))::integer as delayed,
            (extract(epoch from now() - min(advance_published_at) filter (where advance_wanted)))::double precision
              as "oldestSeconds"
     from ${OPEN_RUNS}`,
};

/** The coordinator's queue, whose work is in the rows of runs. */
export async function readCoordinatorQueue(database: Queryable): Promise<QueueState> {
  const [row] = await database.query<Omit<QueueState, 'queue'>>(coordinatorStatement);
  return { queue: 'coordinator', ...(row as Omit<QueueState, 'queue'>) };
}

const runsStatement = {
  name: 'read_open_runs',
  text: `select product, status, count(*)::integer as runs
     from ${OPEN_RUNS} group by product, status`,
};

/** Runs that have not ended; no more than `MOST_COUNTED` are counted. */
export async function readOpenRuns(database: Queryable): Promise<OpenRuns[]> {
  return database.query<OpenRuns>(runsStatement);
}

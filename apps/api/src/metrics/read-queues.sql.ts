import type { QueueName } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** What the rows say of a queue. */
export interface QueueState {
  queue: QueueName;
  /** Ready and due; whoever takes it is awaited. */
  waiting: number;
  active: number;
  /** Given back, and not due yet. */
  delayed: number;
  /** Age of what has been due longest, seconds; null where nothing waits. */
  oldestSeconds: number | null;
}

/** Open runs of one product and status. */
export interface OpenRuns {
  product: string;
  status: string;
  runs: number;
}

const queuesStatement = {
  name: 'read_queues',
  // open rows only, by their partial indexes: however long the record, these are few
  text: `select queue,
            (count(*) filter (where status = 'READY' and due_at <= now()))::integer as waiting,
            (count(*) filter (where status = 'RUNNING'))::integer as active,
            (count(*) filter (where status = 'READY' and due_at > now()))::integer as delayed,
            (extract(epoch from now() - min(due_at) filter (where status = 'READY' and due_at <= now())))::double precision
              as "oldestSeconds"
     from (select queue, status, greatest(created_at, not_before) as due_at from assay.tasks where finished_at is null) t
     group by queue
     union all
     select 'coordinator', (count(*) filter (where advance_wanted))::integer, 0,
            (count(*) filter (where not advance_wanted and wake_at is not null))::integer,
            (extract(epoch from now() - min(advance_published_at) filter (where advance_wanted)))::double precision
     from assay.runs where finished_at is null`,
};

/** The queues whose work is in the rows: those of tasks, and the coordinator's. */
export async function readQueues(database: Queryable): Promise<QueueState[]> {
  return database.query<QueueState>(queuesStatement);
}

const runsStatement = {
  name: 'read_open_runs',
  text: `select product, status, count(*)::integer as runs
     from assay.runs where finished_at is null group by product, status`,
};

/** Runs that have not ended. */
export async function readOpenRuns(database: Queryable): Promise<OpenRuns[]> {
  return database.query<OpenRuns>(runsStatement);
}

/** What is amiss among the runs, and which models are left alone. */
export interface Troubles {
  /** Open runs whose next step was asked for in vain for 20 s or more. */
  stalled: number;
  /** Finished runs whose asker on a queue has no reply yet. */
  repliesOwed: number;
  /** Models whose gate is closed. */
  gates: string[];
}

const troublesStatement = {
  name: 'read_troubles',
  // the fourth time that a sweep publishes a step in vain comes after 1.5 + 3 + 6 + 12 seconds
  text: `select
       (select count(*)::integer from assay.runs
        where finished_at is null and advance_wanted and advance_publishes >= 4) as stalled,
       (select count(*)::integer from assay.runs
        where reply_to is not null and reply_published_at is null and finished_at is not null) as "repliesOwed",
       (select coalesce(array_agg(distinct model), '{}') from assay.gates where closed_until > now()) as gates`,
};

/** What somebody who watches would want to know beside the queues. */
export async function readTroubles(database: Queryable): Promise<Troubles> {
  const [row] = await database.query<Troubles>(troublesStatement);
  return row ?? { stalled: 0, repliesOwed: 0, gates: [] };
}

import type { ErrorNote, Id, Product, RunStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** A run's own row. */
export interface RunRow {
  id: Id;
  product: Product;
  workspace: Id | null;
  status: RunStatus;
  /** Moves with everything that a decision on the next step depends on. */
  revision: number;
  seed: number;
  deadlineAt: Date;
  cancelRequested: boolean;
  traceContext: string | null;
  replyTo: string | null;
  error: ErrorNote | null;
  createdAt: Date;
  /** Postgres's clock. */
  now: Date;
}

/** The columns of a `RunRow`, of `assay.runs r`; also for statements that read a run together with what it is about. */
export const RUN_COLUMNS = `r.id, r.product, r.workspace_id as workspace,
            r.status, r.revision, r.seed::double precision as seed, r.deadline_at as "deadlineAt",
            r.cancel_requested_at is not null as "cancelRequested", r.trace_context as "traceContext",
            r.reply_to as "replyTo", r.error, r.created_at as "createdAt", clock_timestamp() as now`;

const readStatement = { name: 'read_run', text: `select ${RUN_COLUMNS} from assay.runs r where r.id = $1` };
const lockStatement = {
  name: 'lock_run',
  text: `select ${RUN_COLUMNS} from assay.runs r where r.id = $1 for no key update`,
};

/** A run as it is now; null when it does not exist. What is decided on it is written with its revision. */
export async function readRun(connection: Queryable, run: Id): Promise<RunRow | null> {
  const [row] = await connection.query<RunRow>(readStatement, [run]);
  return row ?? null;
}

/** Locks a run; null when it does not exist. Read the rest in later statements of the same transaction. */
export async function lockRun(connection: Queryable, run: Id): Promise<RunRow | null> {
  const [row] = await connection.query<RunRow>(lockStatement, [run]);
  return row ?? null;
}

import type { ErrorNote, Id, Product, RunStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** A run's own row. */
export interface RunRow {
  id: Id;
  product: Product;
  pipelineVersion: number;
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

const columns = `id, product, pipeline_version as "pipelineVersion", workspace_id as workspace, status, revision,
            seed::double precision as seed, deadline_at as "deadlineAt",
            cancel_requested_at is not null as "cancelRequested", trace_context as "traceContext",
            reply_to as "replyTo", error, created_at as "createdAt", clock_timestamp() as now`;

const readStatement = { name: 'read_run', text: `select ${columns} from assay.runs where id = $1` };
const lockStatement = {
  name: 'lock_run',
  text: `select ${columns} from assay.runs where id = $1 for no key update`,
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

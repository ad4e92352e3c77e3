import type { ErrorNote, Id, Product, RunStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** A run's own row, locked for the transaction. */
export interface LockedRun {
  id: Id;
  product: Product;
  pipelineVersion: number;
  workspace: Id | null;
  status: RunStatus;
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

const statement = {
  name: 'lock_run',
  text: `select id, product, pipeline_version as "pipelineVersion", workspace_id as workspace, status,
            seed::double precision as seed, deadline_at as "deadlineAt",
            cancel_requested_at is not null as "cancelRequested", trace_context as "traceContext",
            reply_to as "replyTo", error, created_at as "createdAt", clock_timestamp() as now
     from assay.runs where id = $1 for no key update`,
};

/** Locks a run; null when it does not exist. Read the rest in later statements of the same transaction. */
export async function lockRun(connection: Queryable, run: Id): Promise<LockedRun | null> {
  const [row] = await connection.query<LockedRun>(statement, [run]);
  return row ?? null;
}

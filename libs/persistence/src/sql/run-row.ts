import type { ErrorNote, Id, Product, RunStatus } from '@assay/contracts';
import { prepared } from '../prepared.js';

export interface RunRow {
  id: Id;
  product: Product;
  workspace: Id | null;
  status: RunStatus;
  /** Changes with every input of the next decision. */
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

/** Over `assay.runs r`. */
export const RUN_COLUMNS = `r.id, r.product, r.workspace_id as workspace,
            r.status, r.revision, r.seed::double precision as seed, r.deadline_at as "deadlineAt",
            r.cancel_requested_at is not null as "cancelRequested", r.trace_context as "traceContext",
            r.reply_to as "replyTo", r.error, r.created_at as "createdAt", clock_timestamp() as now`;

/** Without a lock; null if there is none. A decision is written only if the revision is still the same. */
export const readRun = prepared<[run: Id], RunRow>({
  name: 'read_run',
  text: `select ${RUN_COLUMNS} from assay.runs r where r.id = $1`,
}).first;

/** Until the transaction ends. Read what depends on it in later statements. */
export const lockRun = prepared<[run: Id], RunRow>({
  name: 'lock_run',
  text: `select ${RUN_COLUMNS} from assay.runs r where r.id = $1 for no key update`,
}).first;

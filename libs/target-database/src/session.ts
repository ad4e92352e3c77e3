import type { CatalogVersion } from '@assay/sql';
import type { Cell, ResultTable, StatementLimits } from '@assay/contracts';

export interface StatementRun {
  /** Exactly the guard's output. */
  sql: string;
  explain: boolean;
  /** False: EXPLAIN only. */
  execute: boolean;
  offset: number;
  limits: StatementLimits;
  /** Catalog that the guard used; null or absent: not compared. */
  catalogVersion?: CatalogVersion | null;
}

export interface InternalRead {
  sql: string;
  parameters: (string | number | null)[];
  timeoutMs: number;
  maxRows: number;
  maxBytes: number;
}

/** A server session that was cut while busy. */
export interface CutSession {
  /** Process id (PostgreSQL) or connection id (MySQL, MariaDB). */
  id: number;
  /** Transaction start; null if the id suffices. */
  startedAt: string | null;
  /** The server exceeded its response time; otherwise the caller left or the result was too large. */
  overdue: boolean;
}

/**
 * A read-only connection for one operation at a time. It becomes unhealthy, and is not reused, after anything
 * suspicious: a timeout, cancellation, truncation, attempt to write or lost connection.
 */
export interface DatabaseSession {
  readonly healthy: boolean;
  /** Set if the connection was cut while busy; absent if the engine has no session list. */
  readonly cut?: CutSession | null;
  /**
   * Runs a guarded statement; null if only explained.
   * @throws StatementFailedError caused by the statement
   * @throws InfrastructureError caused by connection or engine
   * @throws the signal's reason after an abort
   */
  run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null>;
  /** Runs an internal statement; errors as in `run`. */
  read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]>;
  close(): Promise<void>;
  destroy(): void;
}

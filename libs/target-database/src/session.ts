import type { CatalogVersion } from '@assay/sql';
import type { Cell, Identity, ResultTable, StatementLimits } from '@assay/contracts';

export interface StatementRun {
  /** Exactly the guard's output. */
  sql: string;
  explain: boolean;
  /** False: EXPLAIN only. */
  execute: boolean;
  offset: number;
  limits: StatementLimits;
  /** Cells of JSON as the database prints them; absent: parsed. */
  jsonAsText?: boolean;
  /** Catalog that the guard used; null or absent: not compared. */
  catalogVersion?: CatalogVersion | null;
  /** The person as whom it runs; absent: the workspace's role. */
  identity?: Identity | null;
}

export interface InternalRead {
  sql: string;
  parameters: (string | number | null)[];
  timeoutMs: number;
  maxRows: number;
  maxBytes: number;
  /** Fails if rows exceed the limits. */
  isWhole?: boolean;
  identity?: Identity | null;
  /** Only tries the identity: reads catalogs regardless of the rights of the role. */
  triesIdentity?: boolean;
}

/** A server session that was cut while busy. */
export interface CutSession {
  /** Process id (PostgreSQL) or connection id (MySQL, MariaDB); 0: the server lists none. */
  id: number;
  /** Transaction start; null if the id suffices. */
  startedAt: string | null;
  /** Too slow; else the caller left or the result was too large. */
  overdue: boolean;
}

/**
 * Read-only, one operation at a time. Unhealthy after anything suspicious: timeout, truncation, write attempt, lost
 * connection.
 */
export interface DatabaseSession {
  readonly healthy: boolean;
  /** The session's cut, if any; absent where statements run in processes of Assay. */
  readonly cut?: CutSession | null;
  /**
   * Null if only explained.
   * @throws StatementFailedError
   * @throws InfrastructureError
   * @throws the signal's reason
   */
  run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null>;
  /** Errors as in `run`. */
  read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]>;
  close(): Promise<void>;
  destroy(): void;
}

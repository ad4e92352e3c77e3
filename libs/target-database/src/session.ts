import type { CatalogVersion } from '@assay/sql';
import type { Cell, ResultTable, StatementLimits } from '@assay/contracts';

/** One run of an untrusted statement, which a guard has let through. */
export interface StatementRun {
  /** Exactly the text that the guard returned. */
  sql: string;
  /** Ask the engine first what it would do. */
  explain: boolean;
  /** Execute it; without it only EXPLAIN runs. */
  execute: boolean;
  /** Rows to leave out at the front. */
  offset: number;
  limits: StatementLimits;
  /** What the statement was judged by; absent or null where it is not compared. */
  catalogVersion?: CatalogVersion | null;
}

/** One of our own statements, which reads catalogs or samples; its texts are ours, its parameters travel apart. */
export interface InternalRead {
  sql: string;
  parameters: (string | number | null)[];
  timeoutMs: number;
  maxRows: number;
  maxBytes: number;
}

/** A session of the server that was cut while it was busy. */
export interface CutSession {
  /** Process id (PostgreSQL) or connection id (MySQL, MariaDB). */
  id: number;
  /** Start of its transaction as the server lists it; null where the id alone has to do. */
  startedAt: string | null;
  /** Whether the server outlived its time to answer; otherwise the caller left or the answer was too long. */
  overdue: boolean;
}

/**
 * One connection to a target database. It runs one thing at a time.
 *
 * Whatever it runs, it runs read-only; it calls itself unhealthy after anything suspicious (a timeout, a cancelled or
 * cut-off statement, an attempt to write, a lost connection) and is then never used again.
 */
export interface DatabaseSession {
  readonly healthy: boolean;
  /** The server's session, where the connection was cut while that was busy; engines that list none leave it out. */
  readonly cut?: CutSession | null;
  /**
   * Runs a guarded statement; null where it was only explained.
   *
   * @throws StatementFailedError the statement's fault
   * @throws InfrastructureError the connection's or the engine's fault
   * @throws the signal's reason once it was aborted
   */
  run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null>;
  /** Runs one of our own statements and gives its rows. Errors as `run`. */
  read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]>;
  /** Takes leave of the server. */
  close(): Promise<void>;
  /** Cuts the connection without a word. */
  destroy(): void;
}

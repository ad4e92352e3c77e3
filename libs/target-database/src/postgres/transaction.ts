import type { CatalogVersion } from '@assay/sql';
import type { PipelineStep } from './pipeline.js';
import type { StatementRun } from '../session.js';
import { requireVersion } from './catalog-version.js';
import { transactionStart } from './listed-sessions.js';

/** A step with the number of characters put before the statement it carries; null where the whole text is ours. */
export interface TransactionStep extends PipelineStep {
  shift: number | null;
  /** Whether its failure says that the catalog is another one than the statement was judged by. */
  comparesCatalog?: boolean;
  /** A statement of ours that is the same every time: a session that can keeps it prepared, by this name. */
  keptAs?: 'settings' | 'version' | 'unlock';
}

const EXPLAIN = 'EXPLAIN (COSTS OFF) ';
const DECLARE = 'DECLARE assay_page NO SCROLL CURSOR FOR ';

/**
 * Settings of every transaction, local to it. Besides the limits they fix the forms in which values are written, so
 * that no server or role configures them away; `cursor_tuple_fraction` makes a page use the plan of the whole result.
 */
const SETTINGS = `select ${[
  "'statement_timeout', $1",
  "'lock_timeout', $4",
  "'idle_in_transaction_session_timeout', $2",
  "'search_path', $3",
  "'standard_conforming_strings', 'on'",
  "'DateStyle', 'ISO, YMD'",
  "'IntervalStyle', 'postgres'",
  "'extra_float_digits', '1'",
  "'bytea_output', 'hex'",
  "'cursor_tuple_fraction', '1'",
]
  .map((setting) => `pg_catalog.set_config(${setting}, true)`)
  .join(', ')}, pg_catalog.pg_backend_pid(), ${transactionStart('pg_catalog.now()')}`;

/** How long a statement waits for somebody else's lock at most, in milliseconds. */
const LOCK_WAIT_MS = 5000;

/** How long the server lets a transaction of ours idle before it ends the session: we never idle in one. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** What locks outlive a rollback, no statement of a guard's can take; it is one look to be sure. */
const UNLOCK: TransactionStep = {
  text: 'select pg_catalog.pg_advisory_unlock_all()',
  shift: null,
  keptAs: 'unlock',
};

/**
 * What ends every use of a session, in its own round trip: nothing is kept of the transaction, nor of the session (locks
 * that outlive a rollback, settings). A pooled session is the next user's as it was opened, but for the statements of
 * ours that it `keeps` prepared; where it keeps none, a pooler may lend the server's session to others, and plans and
 * prepared statements go, too.
 */
export function afterwards(keeps: boolean): TransactionStep[] {
  const rollback = { text: 'ROLLBACK', shift: null };
  if (!keeps) return [rollback, { text: 'DISCARD ALL', shift: null }];
  return [rollback, { text: 'RESET ALL', shift: null }, UNLOCK];
}

/** The steps of a read-only transaction around statements; rolled back, since there is nothing to keep. */
export function readOnlyTransaction(
  searchPath: string,
  timeoutMs: number,
  statements: TransactionStep[],
): TransactionStep[] {
  const timeout = Math.max(1, Math.ceil(timeoutMs));
  // Below the statement's own timeout, so that a lock timeout is told from a slow statement.
  const lock = Math.max(1, Math.min(LOCK_WAIT_MS, Math.floor(timeout / 2)));
  return [
    { text: 'BEGIN TRANSACTION READ ONLY', shift: null },
    {
      text: SETTINGS,
      values: [String(timeout), String(IDLE_IN_TRANSACTION_MS), searchPath, String(lock)],
      shift: null,
      keptAs: 'settings',
      identifies: true,
    },
    ...statements,
  ];
}

/**
 * EXPLAIN and execution of a guarded statement, one row more than asked for so that a cut is noticed. EXPLAIN takes
 * nothing but what has a plan: should a command get past the guard, it ends here and is not run.
 */
export function statementSteps(run: StatementRun): TransactionStep[] {
  // One row of the plan is enough to know that there is one.
  const explain: TransactionStep = { text: EXPLAIN + run.sql, maxRows: 1, shift: EXPLAIN.length };
  return [
    ...versionCheck(run.catalogVersion ?? null),
    ...(run.explain ? [explain] : []),
    ...(run.execute ? executionSteps(run) : []),
  ];
}

function versionCheck(version: CatalogVersion | null): TransactionStep[] {
  return version === null
    ? []
    : [{ ...requireVersion(version), shift: null, comparesCatalog: true, keptAs: 'version' }];
}

function executionSteps(run: StatementRun): TransactionStep[] {
  const rows = run.limits.maxRows + 1;
  if (run.offset === 0) return [{ text: run.sql, maxRows: rows, returnsRows: true, shift: 0 }];
  return [
    { text: DECLARE + run.sql, shift: DECLARE.length },
    { text: `MOVE FORWARD ${Math.trunc(run.offset)} FROM assay_page`, shift: 0 },
    { text: `FETCH FORWARD ${rows} FROM assay_page`, returnsRows: true, shift: 0 },
  ];
}

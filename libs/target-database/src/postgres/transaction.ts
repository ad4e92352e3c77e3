import type { CatalogVersion } from '@assay/sql';
import type { PipelineStep } from './pipeline.js';
import type { StatementRun } from '../session.js';
import { requireVersion } from './catalog-version.js';
import { FIXED_SETTINGS } from './fixed-settings.js';
import { transactionStart } from './listed-sessions.js';

/** `shift`: characters before the contained statement; null for internal text. */
export interface TransactionStep extends PipelineStep {
  shift: number | null;
  /** Failure means that the catalog has changed. */
  comparesCatalog?: boolean;
  /** Constant statement that a session may keep prepared under this name. */
  keptAs?: 'settings' | 'version' | 'unlock' | 'identity' | 'verify-before' | 'verify-after' | 'safe';
  /** What failure means: another identity than the asker's, or a role that policies do not bind. */
  identity?: 'unsure' | 'unsafe';
}

const EXPLAIN = 'EXPLAIN (COSTS OFF) ';
const DECLARE = 'DECLARE assay_page NO SCROLL CURSOR FOR ';

/** Limits and fixed value formats. `cursor_tuple_fraction` plans pages like whole results. */
const SETTINGS = `select ${[
  "'statement_timeout', $1",
  "'lock_timeout', $4",
  "'idle_in_transaction_session_timeout', $2",
  "'search_path', $3",
  ...FIXED_SETTINGS.map(({ name, value }) => `'${name}', '${value}'`),
  "'cursor_tuple_fraction', '1'",
]
  .map((setting) => `pg_catalog.set_config(${setting}, true)`)
  .join(', ')}, pg_catalog.pg_backend_pid(), ${transactionStart('pg_catalog.now()')}`;

const LOCK_WAIT_MS = 5000;

/** Server-side limit for idle transactions, milliseconds; ours never idle. */
const IDLE_IN_TRANSACTION_MS = 10_000;

/** Advisory locks survive a rollback; second defence. */
const UNLOCK: TransactionStep = {
  text: 'select pg_catalog.pg_advisory_unlock_all()',
  shift: null,
  keptAs: 'unlock',
};

/** A session that keeps no statements may be shared by a pooler: DISCARD ALL. */
export function afterwards(keeps: boolean): TransactionStep[] {
  const rollback = { text: 'ROLLBACK', shift: null };
  if (!keeps) return [rollback, { text: 'DISCARD ALL', shift: null }];
  return [rollback, { text: 'RESET ALL', shift: null }, UNLOCK];
}

export function readOnlyTransaction(
  searchPath: string,
  timeoutMs: number,
  statements: TransactionStep[],
): TransactionStep[] {
  const timeout = Math.max(1, Math.ceil(timeoutMs));
  // Below the statement timeout, to distinguish lock waits from slow statements.
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

/** An extra row detects truncation. EXPLAIN accepts only plannable statements: second defence. */
export function statementSteps(run: StatementRun): TransactionStep[] {
  // One row suffices to show that a plan exists.
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

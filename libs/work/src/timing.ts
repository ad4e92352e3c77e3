/** Bounds that no test scales, milliseconds; the others are in `@assay/contracts/timing`. */
import { timing } from '@assay/contracts/timing';

/** Rows per statement of a sweep or reconciliation. */
export const PAGE = 500;

/** Pages per sweep: a backlog must not delay reclaiming. */
export const PAGES_PER_ROUND = 20;

/** Gathers hints so that a burst is one NOTIFY. */
export const HINT_GATHER_MS = 4;

export const MAX_ATTEMPTS = timing.retryDelays.length + 1;

/** Gate time after a 429 without Retry-After. */
export const DEFAULT_GATE_MS = 2000;

/** Longest attempt, seconds, unless extended. */
export const RUN_SECONDS = 900;

/** Extends the time if less than this would remain after a call. */
export const RUN_MARGIN_MS = 60_000;

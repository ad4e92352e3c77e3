import { applyAdvance } from './apply-advance.sql.js';
import { beat } from './beat.sql.js';
import { claimTasks } from './claim-tasks.sql.js';
import { eraseRuns } from './erase-runs.sql.js';
import { finishTasks } from './finish-tasks.sql.js';
import { requestTasks } from './request-tasks.sql.js';
import { forgetTaskPublications, publishDelay, sweepOutbox } from './sweep-owed.sql.js';

/**
 * The hot functions: the way of a task in the fewest round trips.
 *
 * Locks are taken run (ascending id), then stage, then task, everywhere; each function locks in one statement and reads
 * in a later one, so that it sees what the previous holder of the lock committed. The locks are NO KEY ones: a foreign
 * key check of a new row must not wait for them.
 */
export const FOUNDATION_FUNCTIONS: readonly string[] = [
  publishDelay,
  claimTasks,
  finishTasks,
  applyAdvance,
  requestTasks,
  beat,
  sweepOutbox,
  forgetTaskPublications,
  eraseRuns,
];

import type { Journal } from './journal.js';

/** A task's journal as handlers know it, whether they work for the first time, again, or in a replay. */
export type TaskJournal = Pick<Journal, 'step' | 'annotate' | 'recordFailure' | 'flush'>;

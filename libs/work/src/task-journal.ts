import type { Journal } from './journal.js';

/** A task's journal for handlers, live or in a replay. */
export type TaskJournal = Pick<Journal, 'step' | 'annotate' | 'recordFailure' | 'publish' | 'flush'>;

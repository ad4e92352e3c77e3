import type { Settings } from '@assay/contracts';

/** Ascending. */
export const EFFORT_WORDS: Record<Settings['effort'], string> = {
  economical: 'Economical: stops once it is sure enough',
  balanced: 'Balanced',
  exhaustive: 'Exhaustive: every SQL and test',
};

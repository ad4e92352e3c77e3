import type { Settings } from '@assay/contracts';

/** Ascending. */
export const EFFORT_WORDS: Record<Settings['effort'], string> = {
  instant: 'Instant: a majority of three SQLs, untested',
  quick: 'Quick: two SQLs that agree and pass their tests are enough',
  economical: 'Economical: stops once it is sure enough',
  balanced: 'Balanced',
  exhaustive: 'Exhaustive: every SQL and test',
};

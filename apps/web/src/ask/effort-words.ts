import type { Settings } from '@assay/contracts';

/** In ascending order. */
export const EFFORT_WORDS: Record<Settings['effort'], string> = {
  economical: 'Economical: stops once it is sure enough',
  balanced: 'Balanced',
  exhaustive: 'Exhaustive: every SQL and test',
};

import type { Settings } from '@assay/contracts';

/** What each effort means, from the least to the most. */
export const EFFORT_WORDS: Record<Settings['effort'], string> = {
  economical: 'Economical: stops as soon as it is sure enough',
  balanced: 'Balanced',
  exhaustive: 'Exhaustive: always as many SQLs and tests as set',
};

import type { Settings, TestGeneratorPayload } from '@assay/contracts';

const ALIKE_TEMPERATURE = 0.75;

/**
 * Final verdicts: temperatures evenly from 0.5 to 1.0 (the seed). Weighed: one temperature, so that one call can write
 * all batches.
 */
export function planTests(batches: number, verdicts: Settings['verdicts']): TestGeneratorPayload[] {
  return Array.from({ length: batches }, (_, index) => {
    if (batches === 1) return { temperature: 0.5 };
    if (verdicts === 'weighed') return { temperature: ALIKE_TEMPERATURE, alike: batches };
    return { temperature: 0.5 + (0.5 * index) / (batches - 1) };
  });
}

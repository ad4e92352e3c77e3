import type { TestGeneratorPayload } from '@assay/contracts';

/**
 * Temperatures of n test batches, evenly from 0.5 to 1.0; a single batch has 0.5. Source: the evaluation and selection
 * seed.
 */
export function planTests(batches: number): TestGeneratorPayload[] {
  return Array.from({ length: batches }, (_, index) => ({
    temperature: batches === 1 ? 0.5 : 0.5 + (0.5 * index) / (batches - 1),
  }));
}

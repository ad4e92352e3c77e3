import type { Effort } from './waves.js';

/** Test batches of the two moments. */
export interface TestBatches {
  /** Asked for with the first wave. */
  precompute: number;
  /** Asked for once the candidates are known. */
  evaluation: number;
}

/**
 * How many test batches are asked for. `exhaustive` asks for all of both moments. The others ask for one before the
 * candidates are known, and for one that sees them where they do not all behave alike: with one class there is nothing to
 * tell apart.
 *
 * @param batches the most batches of a moment
 * @param classes distinct classes of the valid candidates
 */
export function planTestBatches(effort: Effort, batches: number, classes: number): TestBatches {
  if (effort === 'exhaustive') return { precompute: batches, evaluation: batches };
  return { precompute: 1, evaluation: classes > 1 ? 1 : 0 };
}

import type { Settings } from '@assay/contracts';
import type { Effort } from './waves.js';

export interface TestBatches {
  /** With the first wave. */
  precompute: number;
  /** Once the candidates are known. */
  evaluation: number;
}

export function writesTests({ bypassEvaluation, effort }: Pick<Settings, 'bypassEvaluation' | 'effort'>): boolean {
  return !bypassEvaluation && effort !== 'instant';
}

/**
 * @param batches most per moment
 * @param classes distinct classes of valid candidates
 */
export function planTestBatches(effort: Effort, batches: number, classes: number): TestBatches {
  if (effort === 'exhaustive') return { precompute: batches, evaluation: batches };
  return { precompute: 1, evaluation: classes > 1 ? 1 : 0 };
}

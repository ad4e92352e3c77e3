import { CARRIED } from '../odds/weigh.js';
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
 * candidates are known; where all candidates behave alike there is nothing to tell apart, and the second moment waits
 * for a doubt (`needsSecondMoment`); where classes differ it has one batch, and a third of all where the votes leave the classes
 * open.
 *
 * @param batches the most batches of a moment
 * @param classes distinct classes of the valid candidates
 * @param isOpen the votes do not decide between them (see `openClasses`)
 */
export function planTestBatches(effort: Effort, batches: number, classes: number, isOpen: boolean): TestBatches {
  if (effort === 'exhaustive') return { precompute: batches, evaluation: batches };
  if (classes <= 1) return { precompute: 1, evaluation: 0 };
  return { precompute: 1, evaluation: isOpen && effort === 'balanced' ? Math.ceil(batches / 3) : 1 };
}

/**
 * Whether a second moment that was left out is made up for: the verdicts leave the only class in doubt.
 *
 * @param best probability of the likeliest class, 0–1
 */
export function needsSecondMoment(effort: Effort, asked: number, best: number): boolean {
  return effort !== 'exhaustive' && asked === 0 && best <= CARRIED;
}

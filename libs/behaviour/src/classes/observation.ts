import type { Answer } from '../results/answer.js';

/** Results of one text on one instance, run in both row orders. */
export class Observation {
  /** The returned rows depend on the stored row order. */
  readonly isUnstable: boolean;
  /** The order of the returned rows depends on the stored row order. */
  readonly isUnordered: boolean;

  constructor(
    readonly answer: Answer,
    again: Answer,
  ) {
    this.isUnstable = answer.bag !== again.bag;
    this.isUnordered = answer.sequence !== again.sequence;
  }
}

export interface ObservedText {
  id: string;
  votes: number;
  /** Result on the target; null if truncated or not observed. */
  target: Answer | null;
  /** By instance ordinal; no entry if not run or not observed. */
  observations: ReadonlyMap<number, Observation>;
}

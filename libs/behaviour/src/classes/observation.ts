import type { Answer } from '../results/answer.js';

/** A text's results on an instance, in both row orders. */
export class Observation {
  /** Rows depend on the stored order. */
  readonly isUnstable: boolean;
  /** Row order depends on the stored order. */
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
  /** Null if truncated or not observed. */
  target: Answer | null;
  /** By ordinal; absent if not observed. */
  observations: ReadonlyMap<number, Observation>;
}

import type { Answer } from '../results/answer.js';

/** What one text did on one instance, asked twice, its rows filled in reverse the second time. */
export class Observation {
  /** It differed from itself: which rows it returns depends on the order in which they lie. */
  readonly isUnstable: boolean;
  /** The order of its rows depends on the order in which they lie. */
  readonly isUnordered: boolean;

  constructor(
    readonly answer: Answer,
    again: Answer,
  ) {
    this.isUnstable = answer.bag !== again.bag;
    this.isUnordered = answer.sequence !== again.sequence;
  }
}

/** A distinct text of a question's candidates, with all that was seen of it. */
export interface ObservedText {
  /** What it is told by: its canonical hash. */
  id: string;
  /** Candidates that wrote it. */
  votes: number;
  /** What it returned on the target; null where that was cut off. */
  target: Answer | null;
  /** By instance; a hole where it was not asked or nothing was observed. */
  observations: ReadonlyMap<number, Observation>;
}

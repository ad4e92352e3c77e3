import type { Match } from '../comparison/compare-results.js';

/** What the candidates of one question returned; all that selection and report need of them. */
export interface ExaminedQuestion {
  /** The question's id. */
  id: string;
  database: string;
  question: string;
  /** Distinct results, in the order in which the candidates brought them up. */
  clusters: ExaminedCluster[];
  /** Candidates that returned nothing: refused, failed, or too slow. */
  failed: { system: string; reason: string }[];
  /** Why gold SQL could not be executed; with as many as there are golds, nothing can be right. */
  goldFailures: string[];
  seconds: number;
}

/** Candidates that returned the same set of rows. */
export interface ExaminedCluster {
  systems: string[];
  /** The text that most of them gave, then the simplest, then the first. */
  sql: string;
  match: Match;
  facts: ResultFacts;
}

/** What a result looks like; of the candidate that stands for it. */
export interface ResultFacts {
  columns: string[];
  rowCount: number;
  /** A row occurs more than once. */
  hasDuplicates: boolean;
  /** There are rows, and a column without any value. */
  hasEmptyColumn: boolean;
  /** One cell, and it is zero or NULL: the count or sum of nothing. */
  isNothing: boolean;
  /** Equal where the rows are the same but for the order of columns. */
  contentKey: string;
}

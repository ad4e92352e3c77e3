import type { InstanceKind } from '@assay/contracts';
import type { Match } from '../comparison/compare-results.js';

/** What the candidates of one question returned; all that selection and report need of them. */
export interface ExaminedQuestion {
  /** The question's id. */
  id: string;
  database: string;
  question: string;
  /** Distinct results, in the order in which the candidates brought them up. */
  clusters: ExaminedCluster[];
  /** Distinct texts of the candidates that returned something, in the same order. */
  texts: ExaminedText[];
  /** How the texts behave on generated instances, one entry per seed; empty where that was not asked. */
  behaviours: ExaminedBehaviour[];
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

/** A distinct text, up to what its dialect ignores. */
export interface ExaminedText {
  /** Hash of its canonical form. */
  id: string;
  /** As the first of its systems wrote it. */
  sql: string;
  systems: string[];
  complexity: number;
  /** The place of its result among the clusters. */
  cluster: number;
  /** Names of its result's columns. */
  columns: string[];
}

/** How the texts of a question behave on the instances of one seed. */
export interface ExaminedBehaviour {
  seed: number;
  /** Classes of equal behaviour, most votes first. */
  classes: BehaviourFacts[];
  /** Instances that parted classes, in order. */
  parted: { kind: InstanceKind; isWeak: boolean }[];
  /** Instances that were run. */
  instances: number;
  milliseconds: number;
}

/** Texts that behave alike. */
export interface BehaviourFacts {
  /** Ids of the texts. */
  texts: string[];
  /** A gold behaves like them on the instances: what is learned from, on other databases. */
  behavesAsGold: boolean;
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

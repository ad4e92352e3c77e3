import type { InstanceKind } from '@assay/contracts';
import type { Match } from '../comparison/compare-results.js';

export interface ExaminedQuestion {
  id: string;
  database: string;
  question: string;
  /** By first appearance. */
  clusters: ExaminedCluster[];
  /** With a result, in the same order. */
  texts: ExaminedText[];
  /** One entry per seed; may be empty. */
  behaviours: ExaminedBehaviour[];
  /** Refused, failed or timed out. */
  failed: { system: string; reason: string }[];
  /** Of several golds, only those that ran can match. */
  goldFailures: string[];
  seconds: number;
}

/** Candidates with the same set of rows. */
export interface ExaminedCluster {
  systems: string[];
  /** The most frequent text, then the simplest, then the first. */
  sql: string;
  match: Match;
  facts: ResultFacts;
}

export interface ExaminedText {
  id: string;
  sql: string;
  systems: string[];
  complexity: number;
  cluster: number;
  columns: string[];
}

export interface ExaminedBehaviour {
  seed: number;
  classes: BehaviourFacts[];
  distinguished: { kind: InstanceKind; isWeak: boolean }[];
  instances: number;
  milliseconds: number;
}

export interface BehaviourFacts {
  texts: string[];
  /** Training target for other databases. */
  behavesAsGold: boolean;
}

export interface ResultFacts {
  columns: string[];
  rowCount: number;
  /** Hash of the columns' values, each sorted by itself: ignores the order of columns and which values share a row. */
  contentKey: string;
}

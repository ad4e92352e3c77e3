import type { DecisionCase, Level } from '@assay/contracts';
import type { Match } from '../comparison/compare-results.js';

/** What a question was answered with, and how good that is. */
export interface Answer {
  /** The question's id. */
  id: string;
  database: string;
  question: string;
  /** Null where there is no answer. */
  sql: string | null;
  match: Match;
  /** 0–1; null where there is no answer. */
  confidence: number | null;
  /** How it ended: an outcome of the pipeline, or `VOTE` and `CLUSTERS` where no model decided. */
  status: string;
  level: Level | null;
  case: DecisionCase | null;
  usage: AnswerUsage;
  /** From asking to the answer; of a pool, of executing all its candidates. */
  seconds: number;
  /** What was there to choose from; null where no candidates are known. */
  candidates: AnswerCandidates | null;
  /** Why something is not as it should be: gold SQL that does not run, an error. */
  remarks: string[];
}

export interface AnswerUsage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

export const NO_USAGE: AnswerUsage = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };

/** The candidates of a question as a whole. */
export interface AnswerCandidates {
  count: number;
  /** Those that returned something. */
  valid: number;
  /** Distinct results. */
  results: number;
  /** Share of the valid candidates that returned what the answer returns, 0–1; null where a record decided, or none. */
  share: number | null;
  /** The vote's answer. */
  vote: Match;
  /** Whether any candidate is right. */
  oracle: boolean;
  /** Systems whose candidate is right, of a pool. */
  rightSystems: string[];
}

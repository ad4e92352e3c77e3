import type { DecisionCase, Level } from '@assay/contracts';
import type { Match } from '../comparison/compare-results.js';

export interface Answer {
  id: string;
  database: string;
  question: string;
  /** Null without an answer. */
  sql: string | null;
  match: Match;
  /** 0–1; null without an answer. */
  confidence: number | null;
  /** An outcome of the pipeline, or `VOTE` or `CLUSTERS` without a model. */
  status: string;
  level: Level | null;
  case: DecisionCase | null;
  usage: AnswerUsage;
  /** For a pool: of executing all candidates. */
  seconds: number;
  candidates: AnswerCandidates | null;
  remarks: string[];
}

export interface AnswerUsage {
  calls: number;
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens: number;
  costUsd: number;
}

export const NO_USAGE: AnswerUsage = { calls: 0, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, costUsd: 0 };

export interface AnswerCandidates {
  count: number;
  valid: number;
  results: number;
  /** 0–1; null without an answer, or from a record. */
  share: number | null;
  vote: Match;
  oracle: boolean;
  rightSystems: string[];
}

import type {
  Alternative,
  Cell,
  EarlierQuestion,
  ExecutionSummary,
  FailedCheck,
  FoundValue,
  GoldSql,
} from '@assay/contracts';

/**
 * What every agent knows about a question, without the schema; mostly from `QuestionContext`. All is fenced as data,
 * except our own texts.
 */
export interface ContextVariables {
  question: string;
  /** Display name, such as `PostgreSQL`. */
  dialectName: string;
  /** One sentence each: quoting, dates, nulls, limits … Our own text, not fenced. */
  dialectFacts: readonly string[];
  directives: string | null;
  evidence: readonly string[];
  goldSqls: readonly GoldSql[];
  /** Followed-up questions, oldest first. */
  earlier: readonly EarlierQuestion[];
  foundValues: readonly FoundValue[];
  /** Fence nonce of the question's data: 6 to 64 letters and digits. */
  fence: string;
  /** Fence nonce of the workspace's data, shared by its questions of one day. */
  stableFence: string;
}

export interface QuestionVariables {
  context: ContextVariables;
  /** As M-Schema text. */
  schema: string;
}

export interface TestVariables {
  number: number;
  statement: string;
  evidenceCritical: boolean;
  /** For reading tests. */
  alternatives?: readonly Alternative[];
}

export interface CandidateVariables {
  number: number;
  sql: string;
  /** Null if not executed. */
  execution: ExecutionSummary | null;
  /** First rows, at most ten are shown; null if withheld (`sendRows: false`), or there is no result. */
  rows: readonly (readonly Cell[])[] | null;
  evidenceFailures?: readonly FailedCheck[];
}

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
 * What every agent is told about a question, apart from the schema. Takes the fields of `QuestionContext` as they are.
 * Everything is fenced as data in the prompts, except what is marked as our own.
 */
export interface ContextVariables {
  question: string;
  /** The dialect's name as people write it, such as `PostgreSQL`. */
  dialectName: string;
  /** One sentence each: quoting, dates, nulls, limits … of the dialect. Our own text, not fenced. */
  dialectFacts: readonly string[];
  directives: string | null;
  evidence: readonly string[];
  goldSqls: readonly GoldSql[];
  /** What the question follows up, oldest first. */
  earlier: readonly EarlierQuestion[];
  foundValues: readonly FoundValue[];
  /** Nonce of the fences around data: 6 to 64 letters and digits. */
  fence: string;
}

/** What the prompts of all agents are made of. */
export interface QuestionVariables {
  context: ContextVariables;
  /** The schema as M-Schema text. */
  schema: string;
}

/** One test as it is shown: by number. Takes a `NumberedTest`. */
export interface TestVariables {
  number: number;
  statement: string;
  evidenceCritical: boolean;
  /** Of a reading test. */
  alternatives?: readonly Alternative[];
}

/** A candidate with what it returned. Takes a `CandidateView` and its first rows. */
export interface CandidateVariables {
  number: number;
  sql: string;
  /** Null when it was not executed. */
  execution: ExecutionSummary | null;
  /** The first rows, of which at most ten are shown; null when they are withheld (`sendRows: false`). */
  rows: readonly (readonly Cell[])[] | null;
  /** Evidence-critical tests that it failed when it was written; left out is none. */
  evidenceFailures?: readonly FailedCheck[];
}

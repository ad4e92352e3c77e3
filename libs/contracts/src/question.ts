import type { Alternative } from './answers/reading.js';
import type { FailedCheck } from './answers/candidate.js';
import type { ResultColumn } from './answers/question.js';
import type { Dialect } from './dialect.js';
import type { FoundValue, StatementError } from './database.js';
import type { AskedMetric } from './metric.js';
import type { Settings } from './settings.js';
import type { BlockHash, Id } from './ids.js';

/** A question with a correct SQL, as an example in prompts. */
export interface GoldSql {
  question: string;
  sql: string;
  evidence: string | null;
}

/** A question that is followed up, with its SQL if answered. */
export interface EarlierQuestion {
  question: string;
  sql: string | null;
}

/** Latest questions of a thread in prompts. */
export const EARLIER_QUESTIONS = 5;

/** What agents of an attempt know about the question. A block, whose hash tasks carry; the schema is another. */
export interface QuestionContext {
  question: string;
  dialect: Dialect;
  schema: BlockHash;
  /** The snapshot behind a reduced `schema`; absent if not reduced. */
  snapshot?: BlockHash;
  /** Block of the `StoredProfile`. */
  profile?: BlockHash;
  directives: string | null;
  evidence: string[];
  /** Metrics named in the question with a known formula. */
  metrics?: AskedMetric[];
  goldSqls: GoldSql[];
  /** Oldest first. */
  earlier?: EarlierQuestion[];
  foundValues: FoundValue[];
  /** Nonce of the fences around the question's data in prompts. */
  fence: string;
  /** Nonce of the fences around the workspace's data; absent in earlier releases. */
  stableFence?: string;
  /** Tokens of the schema at the first level; absent (earlier releases): no limit. */
  schemaTokens?: number;
  /** Absent (earlier releases): shuffled. */
  schemaOrder?: Settings['schemaOrder'];
  seed: number;
  sendRows: boolean;
}

/** In code points. */
export const QUESTION_CHARACTERS = 8000;

export interface WrittenTest {
  statement: string;
  evidenceCritical: boolean;
  /** Two or more, for reading tests; absent for requirements. */
  alternatives?: Alternative[];
}

/** A kept test, numbered from 1. */
export interface NumberedTest extends WrittenTest {
  id: Id;
  number: number;
  /** Of a requirement merged with a reading test: its alternatives. A trial decides its kind. */
  openTo?: Alternative[];
}

/** Without rows. */
export interface ExecutionSummary {
  columns: ResultColumn[];
  rowCount: number;
  truncated: boolean;
  elapsedMs: number;
  error: StatementError | null;
}

/** A distinct valid candidate as later stages see it. */
export interface CandidateView {
  id: Id;
  /** From 1 within the attempt: the n of `SQL #n`. */
  number: number;
  sql: string;
  /** Task whose answer holds the rows. */
  examination: Id | null;
  execution: ExecutionSummary | null;
  evidenceFailures?: FailedCheck[];
}

import type { Alternative } from './answers/reading.js';
import type { FailedCheck } from './answers/candidate.js';
import type { ResultColumn } from './answers/question.js';
import type { Dialect } from './dialect.js';
import type { FoundValue, StatementError } from './database.js';
import type { Id } from './ids.js';
import type { AskedMetric } from './metric.js';

/** Content-addressed text in Postgres, by SHA-256 in hex. */
export type BlockHash = string;

export interface GoldSql {
  question: string;
  sql: string;
  evidence: string | null;
}

/** A question that another one follows up, with the SQL that answered it; null where none did. */
export interface EarlierQuestion {
  question: string;
  sql: string | null;
}

/** Questions of a thread that prompts are told of at most: the latest. */
export const EARLIER_QUESTIONS = 5;

/**
 * What every agent of an attempt is told about the question. Stored once as a block; tasks carry its hash.
 * The schema is a block of its own (`DatabaseSchema` as JSON), linked to the question where it is large.
 */
export interface QuestionContext {
  question: string;
  dialect: Dialect;
  schema: BlockHash;
  /** The snapshot that `schema` was made of; absent where it is the snapshot itself. */
  snapshot?: BlockHash;
  /** What is known of the data (`StoredProfile` as JSON), a block of its own; absent where nothing is known. */
  profile?: BlockHash;
  directives: string | null;
  evidence: string[];
  /** Metrics that it asks for by name and whose formula is known; absent where there are none. */
  metrics?: AskedMetric[];
  goldSqls: GoldSql[];
  /** Oldest first; absent where the question follows none. */
  earlier?: EarlierQuestion[];
  foundValues: FoundValue[];
  /** Nonce of the fences around data in prompts, drawn from the question's seed. */
  fence: string;
  seed: number;
  sendRows: boolean;
}

/** Characters (code points) of a question at most. */
export const QUESTION_CHARACTERS = 8000;

export const STRATEGIES = ['query-plan', 'divide-and-conquer', 'step-by-step'] as const;
export type Strategy = (typeof STRATEGIES)[number];

export const MOMENTS = ['precompute', 'evaluation'] as const;
export type Moment = (typeof MOMENTS)[number];
/** When a test came about: in a moment of the test writers, or from a judge. */
export const TEST_MOMENTS = [...MOMENTS, 'judge'] as const;

/** A requirement must hold; a reading test tells apart what the question leaves open, and nobody fails it. */
export const TEST_KINDS = ['requirement', 'reading'] as const;
export type TestKind = (typeof TEST_KINDS)[number];

/** A test as a generator wrote it. */
export interface WrittenTest {
  statement: string;
  evidenceCritical: boolean;
  /** Of a reading test alone, two or more; a test without them is a requirement. */
  alternatives?: Alternative[];
}

/** A test as the judges see it: kept, numbered from 1. */
export interface NumberedTest extends WrittenTest {
  id: Id;
  number: number;
  /** Of a requirement: alternatives of a reading test that was merged with it. Its kind is then for a trial to say. */
  openTo?: Alternative[];
}

/** What a candidate's one execution returned, without its rows (they stay on the examination's row). */
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
  /** Order among the distinct valid candidates of the attempt, from 1: the n of `SQL #n`. */
  number: number;
  sql: string;
  /** Task whose answer holds the rows. */
  examination: Id | null;
  execution: ExecutionSummary | null;
  /** Evidence-critical tests that it failed when it was written; absent where it failed none. */
  evidenceFailures?: FailedCheck[];
}

import type { DatabaseSchema, TableSchema } from './answers/database-schema.js';
import type { ResultColumn } from './answers/question.js';
import type { Privileges } from './answers/workspace.js';
import type { Id } from './ids.js';
import type { BlockHash } from './question.js';
import type { StoredProfile } from './profile.js';

/** JSON-safe value of a cell: big integers, decimals, dates and bytes travel as strings. */
export type Cell = string | number | boolean | null | Cell[] | { [key: string]: Cell };

/** What a statement returned, capped. */
export interface ResultTable {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Number of rows in `rows`; at least this many exist when `truncated`. */
  rowCount: number;
  /** True when the row or byte cap cut the result. */
  truncated: boolean;
  elapsedMs: number;
}

/** Categories of retry messages; told apart by the database's error code, never by a guess at its text alone. */
export const ERROR_CATEGORIES = [
  'SYNTAX_ERROR',
  'SCHEMA_ERROR',
  'EXECUTION_ERROR',
  'EMPTY_RESULT',
  'VALIDATION_FAILED',
  'EVIDENCE_MISMATCH',
] as const;
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number];

/** What one run of a statement returned, capped, its rows in blocks. */
export interface StoredRows {
  columns: ResultColumn[];
  /** Blocks of rows (JSON, `Cell[][]`), in order; at least one. */
  pages: BlockHash[];
  /** True when the row or byte cap cut the result. */
  truncated: boolean;
}

/** An error that a statement caused in the target database: the candidate's fault. */
export interface StatementError {
  category: ErrorCategory;
  /** SQLSTATE, errno or driver code; null where the engine gives none. */
  code: string | null;
  message: string;
  /** 1-based character offset into the statement, where known. */
  position: number | null;
  hint: string | null;
}

/** The question's limits on one statement. */
export interface StatementLimits {
  statementTimeoutMs: number;
  maxRows: number;
  maxBytes: number;
}

/** What SQL may use beyond what the guard always allows. */
export interface GuardAllowance {
  /** Functions of the target database's own schemas, with or without schema. */
  allowFunctions: string[];
  /** Extensions whose members count as built in, beside those that only compute. */
  allowExtensions: string[];
  allowSystemCatalogs: boolean;
}

/** Whom a statement counts for that no task of a question runs. */
export interface AskedBy {
  question: Id;
  /** Owner of the request. */
  owner: string;
}

/** Requests that `db-sampler` answers; the only way to a target database. */
export type DatabaseRequest =
  | { kind: 'check' }
  /** The schema; with `profile` also what is known of the data, and some rows where those may be sent. */
  | { kind: 'introspect'; profile?: boolean }
  /** Guard, EXPLAIN and one capped execution: the life of one distinct SQL. */
  | {
      kind: 'examine';
      sql: string;
      limits: StatementLimits;
      /** What the question allows; more than the workspace does is not granted. Absent: what the workspace allows. */
      guard?: GuardAllowance;
    }
  /** Guarded execution of one page, now. */
  | { kind: 'rows'; sql: string; limits: StatementLimits; offset: number; limit: number; askedBy?: AskedBy }
  /** Guarded execution of all rows, once: they are stored as blocks, as an answer does not hold so many. */
  | { kind: 'export'; sql: string; limits: StatementLimits; askedBy?: AskedBy }
  /** Which text columns hold a value like one of these. */
  | ({ kind: 'find-values'; limits: StatementLimits } & SoughtValues)
  /** Whether statements could run: guarded and planned, not executed. */
  | { kind: 'explain'; sqls: string[] }
  | { kind: 'sample'; table: string; limits: StatementLimits }
  /** One table as it is now, by name, with or without its schema, in any case. */
  | { kind: 'describe'; table: string; limits: StatementLimits };

export type DatabaseRequestKind = DatabaseRequest['kind'];

export type ExportRequest = Extract<DatabaseRequest, { kind: 'export' }>;

export interface Examination {
  outcome: 'valid' | 'refused' | 'failed';
  /** The text that was guarded, explained and executed. */
  sql: string;
  /** Set when refused by the guard: which rule and where. */
  refusal: { rule: string; message: string; position: number | null } | null;
  /** Set when EXPLAIN or the execution failed. */
  error: StatementError | null;
  tables: string[];
  result: ResultTable | null;
  /** Hash of the result as a multiset (ordered where the SQL orders): equal fingerprints are one cluster. */
  fingerprint: string | null;
  /** Where a name was wrong: the snapshot of the schema that stands now, refreshed if that seemed to be the cause. */
  schemaHash?: string;
}

/** Texts that the database may hold as values. */
export interface SoughtValues {
  /** Quoted texts, names, codes: found where a stored value equals them or begins with them. */
  values: string[];
  /** Plain words and phrases, in lower case: found only where a stored value equals them. */
  words?: string[];
}

export interface FoundValue {
  value: string;
  table: string;
  column: string;
  /** The value as it is stored. */
  stored: string;
}

/** Answers by kind of request. */
export interface DatabaseAnswers {
  check: { reachable: true; version: string; privileges: Privileges };
  introspect: { schema: DatabaseSchema; privileges: Privileges; profile?: StoredProfile };
  examine: Examination;
  rows: { result: ResultTable } | { refusal: string } | { error: StatementError };
  export: { result: StoredRows } | { refusal: string } | { error: StatementError };
  'find-values': { found: FoundValue[] };
  /** Why each could not; null where it could. */
  explain: { problems: (string | null)[] };
  sample: { result: ResultTable };
  /** Null where the database has no table of this name that may be read. */
  describe: { table: TableSchema | null };
}

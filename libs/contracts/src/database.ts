import type { Asker } from './asker.js';
import type { DatabaseSchema, TableSchema } from './answers/database-schema.js';
import type { ResultColumn } from './answers/question.js';
import type { Privileges } from './answers/workspace.js';
import type { StoredProfile } from './profile.js';
import type { BlockHash, Id } from './ids.js';
import type { Cell } from './cell.js';
import type { ErrorCategory } from './record.js';

export interface ResultTable {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Rows in `rows`; more exist if `truncated`. */
  rowCount: number;
  /** Cut by the row or byte cap. */
  truncated: boolean;
  elapsedMs: number;
}

export interface StoredRows {
  columns: ResultColumn[];
  /** Blocks of rows (JSON, `Cell[][]`) in order; at least one. */
  pages: BlockHash[];
  truncated: boolean;
}

export interface StatementError {
  category: ErrorCategory;
  /** SQLSTATE, errno or driver code, if any. */
  code: string | null;
  message: string;
  /** 1-based character offset, if known. */
  position: number | null;
  hint: string | null;
}

export interface StatementLimits {
  statementTimeoutMs: number;
  maxRows: number;
  maxBytes: number;
}

/** What SQL may use beyond the guard's defaults. */
export interface GuardAllowance {
  /** Optionally qualified. */
  allowFunctions: string[];
  allowExtensions: string[];
  allowSystemCatalogs: boolean;
}

/** Whom a statement outside of questions counts for. */
export interface AskedBy {
  question: Id;
  owner: string;
}

/** Named as in `Privileges.reach`; the words follow "may". */
export interface Reach {
  name: string;
  words: string;
}

/** Role: one of the setting `asker`, or null for the connection's. */
export interface RoleReach extends Reach {
  role: string | null;
}

/** Requests to `db-sampler`, the only access to target databases. */
export type DatabaseRequest =
  /** `asker`: a setting to try; absent: the workspace's. */
  | { kind: 'check'; asker?: Asker }
  /** The schema; `profile` adds data statistics and, if allowed, sample rows. */
  | { kind: 'introspect'; profile?: boolean; examples?: false }
  /** Guard, EXPLAIN and one capped execution of a distinct SQL. */
  | {
      kind: 'examine';
      sql: string;
      limits: StatementLimits;
      /** The question's allowance, within the workspace's. Absent: the workspace's. */
      guard?: GuardAllowance;
    }
  | {
      kind: 'rows';
      sql: string;
      limits: StatementLimits;
      offset: number;
      limit: number;
      /** JSON as the database prints it. */
      jsonAsText?: boolean;
      askedBy?: AskedBy;
    }
  /** Guarded execution of all rows, stored as blocks. */
  | { kind: 'export'; sql: string; limits: StatementLimits; askedBy?: AskedBy }
  /** Text columns that hold one of these values. */
  | ({ kind: 'find-values'; limits: StatementLimits } & RequestedValues)
  /** Guards and plans statements without execution. */
  | { kind: 'explain'; sqls: string[] }
  /** Tables that may be read now. */
  | { kind: 'tables' }
  | { kind: 'sample'; table: string; limits: StatementLimits }
  /** Current definition of a table by name, optionally qualified, in any case. */
  | { kind: 'describe'; table: string; limits: StatementLimits };

export type DatabaseRequestKind = DatabaseRequest['kind'];

export type ExportRequest = Extract<DatabaseRequest, { kind: 'export' }>;

export interface Examination {
  outcome: 'valid' | 'refused' | 'failed';
  sql: string;
  refusal: { rule: string; message: string; position: number | null } | null;
  /** Set if EXPLAIN or execution failed. */
  error: StatementError | null;
  tables: string[];
  /** Null unless `valid`. */
  result: ResultTable | null;
  /** Hash of the result as a multiset (ordered if the SQL orders); equal hashes form a cluster. Null without result. */
  fingerprint: string | null;
  /** After an unknown name: the current snapshot, refreshed if it seemed stale. */
  schemaHash?: string;
}

export interface RequestedValues {
  /** Quoted texts, names, codes: match equal values and prefixes. */
  values: string[];
  /** Lower-case words and phrases: match equal values only. */
  words?: string[];
}

export interface FoundValue {
  value: string;
  table: string;
  column: string;
  /** As the database writes it. */
  stored: string;
}

export interface FoundValues {
  found: FoundValue[];
  /** Not all rows of all tables were searched; absent: they were. */
  isPartial?: true;
}

export interface DatabaseAnswers {
  /** `refused`: why the setting `asker` cannot be used. */
  check: { reachable: true; version: string; privileges: Privileges; refused?: string[]; roleReach?: RoleReach[] };
  introspect: { schema: DatabaseSchema; privileges: Privileges; profile?: StoredProfile };
  examine: Examination;
  rows: { result: ResultTable } | { refusal: string } | { error: StatementError };
  export: { result: StoredRows } | { refusal: string } | { error: StatementError };
  'find-values': FoundValues;
  /** Error per statement; null if it can run. */
  explain: { problems: (string | null)[] };
  /** `columns`: their number; null if not counted. */
  tables: { tables: (Pick<TableSchema, 'schema' | 'name'> & { columns: number | null })[] };
  sample: { result: ResultTable };
  /** Null if there is no such readable table. */
  describe: { table: TableSchema | null };
}

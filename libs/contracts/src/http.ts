import type { Cell, DatabaseSchema, Privileges, ResultColumn } from './database.js';
import type { CallRecord, QuestionStatus } from './record.js';
import type { Settings } from './settings.js';
import type { Dialect } from './dialect.js';
import type { GoldSql } from './question.js';
import type { Id } from './ids.js';

/** Body of every answer that is not 2xx: RFC 9457 with a stable `code`, and the fields where the input was bad. */
export interface ProblemDocument {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  errors?: FieldProblem[];
}

/** One field of a body or query that was refused (422). */
export interface FieldProblem {
  field: string;
  message: string;
}

/** A list, one page at a time; `nextCursor` is null on the last page. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** Answer of a request that was taken and goes on in the background (202). */
export interface Accepted<Status extends string = QuestionStatus> {
  id: Id;
  status: Status;
  /** Paths by name: `self`, `record`, `events`, … */
  links: Record<string, string>;
}

/** One page of what the winner returns now. */
export interface RowsPage {
  columns: ResultColumn[];
  rows: Cell[][];
  /** Of the whole result where the page is its last; of the page where there are more. */
  rowCount: number;
  /** There are more rows behind this page. */
  truncated: boolean;
}

/** One model call whole. */
export interface CallDetail extends CallRecord {
  /** What was sent, messages and parameters. */
  request: unknown;
  /** The endpoint's answer as it came. */
  response: unknown;
  /** The answer after parsing, repair and coercion; null where none could be had. */
  normalised: unknown;
}

/** What the pipeline, run again from the journal without a model, does otherwise today. */
export interface ReplayReport {
  question: Id;
  /** True when nothing differs. */
  identical: boolean;
  differences: ReplayDifference[];
  /** Calls whose answers are not kept any more and were not read again; left out where there are none. */
  callsNotKept?: number;
}

export interface ReplayDifference {
  kind: 'prompt' | 'parser' | 'decision';
  /** Where: the agent and task, or the part of the record. */
  at: string;
  recorded: unknown;
  replayed: unknown;
}

/** A workspace as it is served: never with its url. */
export interface WorkspaceView {
  id: Id;
  name: string;
  dialect: Dialect;
  directives: string | null;
  evidence: string[];
  settings: Settings;
  privileges: Privileges;
  createdAt: string;
  /** Descriptions that win over the database's own comments: `table` or `table.column` → text. */
  descriptions?: Record<string, string>;
  /** When the schema was read from the target database. */
  schemaTakenAt?: string | null;
}

/** The target database as the agents see it. */
export interface SchemaView {
  /** SHA-256 of the schema in hex. */
  hash: string;
  mSchema: string;
  schema: DatabaseSchema;
}

export interface GoldSqlView extends GoldSql {
  id: Id;
  createdAt: string;
}

export interface ApiKeyView {
  id: Id;
  name: string;
  workspaces: Id[] | null;
  admin: boolean;
  mayCurate?: boolean;
  createdAt: string;
}

/** A new key: the only time its text is shown. */
export interface CreatedApiKey extends ApiKeyView {
  key: string;
}

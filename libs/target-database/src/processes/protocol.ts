import type { Cell } from '@assay/contracts';

/** What the parent asks its child: one statement. */
export interface ChildRequest {
  id: number;
  sql: string;
  parameters: (string | number | null)[];
  /** One of our own statements, which may look into the catalog. */
  internal: boolean;
  explain: boolean;
  execute: boolean;
  offset: number;
  maxRows: number;
  maxBytes: number;
}

/** What the child found. */
export interface ChildResult {
  columns: { name: string; type: string }[];
  rows: Cell[][];
  /** Rows were left out: a limit was reached. */
  cut: boolean;
}

/** An error of the database, as the driver tells it. */
export interface ChildFailure {
  /** SQLite's extended result code; null where the error is none of SQLite's, or the engine has no numbers. */
  errcode: number | null;
  message: string;
}

/** The child is ready, could not open the file, or answers one request. */
export type ChildMessage =
  | { kind: 'ready'; version: string; hasAuthorizer: boolean }
  | { kind: 'unusable'; failure: ChildFailure }
  | { kind: 'result'; id: number; result: ChildResult }
  | { kind: 'failure'; id: number; failure: ChildFailure };

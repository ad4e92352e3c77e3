import type { Cell } from '@assay/contracts';

/** What the parent asks its child: one statement. */
export interface ChildRequest {
  id: number;
  sql: string;
  parameters: (string | number | null)[];
  /** One of our own statements, which may look into the catalog by PRAGMA functions. */
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
  /** SQLite's extended result code; null where the error is none of SQLite's. */
  errcode: number | null;
  message: string;
}

/** The child is ready, could not open the file, or answers one request. */
export type ChildMessage =
  | { kind: 'ready'; version: string }
  | { kind: 'unusable'; failure: ChildFailure }
  | { kind: 'result'; id: number; result: ChildResult }
  | { kind: 'failure'; id: number; failure: ChildFailure };

/** Largest text or blob that SQLite may build in the child, in bytes. */
export const LONGEST_VALUE = 64_000_000;
/** Memory that SQLite may use in the child, in bytes. */
export const SQLITE_HEAP = 512_000_000;

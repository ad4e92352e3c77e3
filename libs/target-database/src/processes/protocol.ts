import type { Cell } from '@assay/contracts';

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

export interface ChildResult {
  columns: { name: string; type: string }[];
  rows: Cell[][];
  /** Rows were left out: a limit was reached. */
  cut: boolean;
}

export interface ChildFailure {
  /** Null for other errors and engines. */
  errcode: number | null;
  message: string;
}

export type ChildMessage =
  | { kind: 'ready'; version: string; hasAuthorizer: boolean }
  | { kind: 'unusable'; failure: ChildFailure }
  | { kind: 'result'; id: number; result: ChildResult }
  | { kind: 'failure'; id: number; failure: ChildFailure };

import type { AskedOutcome, InstanceRow } from '@assay/behaviour';

/** What the parent asks its child: objects of a new schema, or statements on one instance. */
export type ScratchRequest =
  | ({ kind: 'prepare'; id: number } & ScratchDdl)
  | { kind: 'ask'; id: number; tables: readonly (readonly InstanceRow[])[]; statements: readonly string[] };

export type ScratchReply =
  | { kind: 'ready' }
  | { kind: 'prepared'; id: number }
  /** The rows are filled in: from now on every reply is one statement's, in their order. */
  | { kind: 'filled'; id: number }
  | { kind: 'answered'; id: number; outcome: AskedOutcome }
  /** All statements are answered, and the tables are empty again. */
  | { kind: 'done'; id: number }
  /** The objects could not be made, or the rows not be filled in. */
  | { kind: 'refused'; id: number; message: string };

/** What makes the objects of a scratch schema, and what fills its tables. */
export interface ScratchDdl {
  ddl: string[];
  /** One statement per table; parameters or values in the order of its columns. */
  inserts: string[];
}

/** Caps of one statement's answer: beyond them it is unobserved. */
export const MOST_ROWS = 2000;
export const MOST_BYTES = 1_000_000;

import type { AskedOutcome, InstanceRow } from '@assay/behaviour';

/** What the parent asks its child: objects of a new schema, or statements on one instance. */
export type ScratchRequest =
  | { kind: 'prepare'; id: number; ddl: string[]; inserts: string[] }
  | { kind: 'ask'; id: number; tables: readonly (readonly InstanceRow[])[]; statements: readonly string[] };

export type ScratchReply =
  | { kind: 'ready' }
  | { kind: 'prepared'; id: number }
  | { kind: 'answered'; id: number; outcomes: AskedOutcome[] }
  /** The objects could not be made, or the rows not be filled in. */
  | { kind: 'refused'; id: number; message: string };

/** Caps of one statement's answer: beyond them it is unobserved. */
export const MOST_ROWS = 2000;
export const MOST_BYTES = 1_000_000;
/** Memory that SQLite may use, and the largest value it may build, in bytes. */
export const SQLITE_HEAP = 64_000_000;
export const LONGEST_VALUE = 4_000_000;

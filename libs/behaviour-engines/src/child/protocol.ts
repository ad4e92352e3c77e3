import type { AskedOutcome, InstanceRow } from '@assay/behaviour';

export type ScratchRequest =
  | ({ kind: 'prepare'; id: number } & ScratchDdl)
  | { kind: 'ask'; id: number; tables: readonly (readonly InstanceRow[])[]; statements: readonly string[] };

export type ScratchReply =
  | { kind: 'ready' }
  | { kind: 'prepared'; id: number }
  /** Rows are inserted; one reply per statement follows, in order. */
  | { kind: 'filled'; id: number }
  | { kind: 'answered'; id: number; outcome: AskedOutcome }
  /** All statements are answered and the tables are empty. */
  | { kind: 'done'; id: number }
  | { kind: 'refused'; id: number; message: string };

export interface ScratchDdl {
  ddl: string[];
  /** One per table; values in column order. */
  inserts: string[];
}

/** Limits of one result; beyond them it is unobserved. */
export const MOST_ROWS = 2000;
export const MOST_BYTES = 1_000_000;

import type { AskedOutcome, InstanceRow } from '@assay/behaviour';

export type ScratchRequest =
  | ({ kind: 'prepare'; id: number } & ScratchDdl)
  | { kind: 'ask'; id: number; tables: readonly (readonly InstanceRow[])[]; statements: readonly string[] };

export type ScratchReply =
  | { kind: 'ready' }
  | { kind: 'prepared'; id: number }
  /** Rows are inserted; replies follow in order. */
  | { kind: 'filled'; id: number }
  | { kind: 'answered'; id: number; outcome: AskedOutcome }
  /** The tables are empty again. */
  | { kind: 'done'; id: number }
  | { kind: 'refused'; id: number; message: string };

export interface ScratchDdl {
  ddl: string[];
  /** One per table; values in column order. */
  inserts: string[];
  /** One per table, of engines without transactions. */
  empties?: string[];
}

/** Larger results are unobserved. */
export const MOST_ROWS = 2000;
export const MOST_BYTES = 1_000_000;

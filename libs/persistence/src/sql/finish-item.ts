import type { ErrorNote, Id, StepKind } from '@assay/contracts';
import type { EventRow } from './event-row.js';

/** A model call or an answer of the target database. */
export interface StepRow {
  id: Id;
  ordinal: number;
  kind: StepKind;
  /** SHA-256 of the request; same hash and ordinal is the same step. */
  requestHash: string;
  /** Model calls: references to blocks, and the tail. */
  request: unknown;
  /** Normalised. */
  answer: unknown;
  /** Bytes as received; model calls only. */
  raw: Uint8Array | null;
  agent?: string | null;
  model?: string | null;
  promptHash?: string | null;
  status: 'answered' | 'failed';
  finishReason?: string | null;
  error?: ErrorNote | null;
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  costUsd?: number | null;
  latencyMs?: number;
  parser?: string | null;
  repaired?: boolean;
  flags?: string[];
}

/** End of an attempt: the task is done, dead, or READY for another attempt. */
export type Finish =
  | { status: 'DONE'; result: unknown; /** Outcomes of a stage with the same key are duplicates. */ key?: string }
  | { status: 'DEAD'; error: ErrorNote }
  | {
      status: 'READY';
      error: ErrorNote;
      delayMs: number;
      /** Not counted as an attempt (closed gate, draining). */
      uncounted?: boolean;
      /** Its process was lost. */
      lost?: true;
    };

export interface FinishItem {
  task: Id;
  claim: Id;
  run: Id | null;
  stage: Id | null;
  steps?: StepRow[];
  /** Supersedes steps from this ordinal: the request changed. */
  supersedeFrom?: number;
  events?: EventRow[];
  /** Absent: the task goes on. */
  finish?: Finish;
}

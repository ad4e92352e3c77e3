import type { ErrorNote, Id, StepKind, TaskQueue, TaskStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { toJsonb } from '../storable.js';

/** One line of the journal: a model call or an answer of the target database. */
export interface StepRow {
  id: Id;
  ordinal: number;
  kind: StepKind;
  /** SHA-256 of what was asked; the same hash at the same ordinal is the same step. */
  requestHash: string;
  /** References to blocks, and the request's own tail. */
  request: unknown;
  /** The normalised form of the answer. */
  answer: unknown;
  /** The answer's bytes as they came; model calls only. */
  raw: Uint8Array | null;
  agent?: string | null;
  model?: string | null;
  promptHash?: string | null;
  status: 'answered' | 'failed';
  finishReason?: string | null;
  error?: ErrorNote | null;
  inputTokens?: number;
  outputTokens?: number;
  costUsd?: number | null;
  latencyMs?: number;
  parser?: string | null;
  repaired?: boolean;
  flags?: string[];
}

export interface EventRow {
  type: string;
  body: object;
}

export type Finish =
  | { status: 'DONE'; result: unknown; /** Outcomes of one stage with the same key are duplicates. */ key?: string }
  | { status: 'DEAD'; error: ErrorNote }
  | {
      status: 'READY';
      error: ErrorNote;
      delayMs: number;
      /** Does not count as an attempt (a closed gate, a draining process). */
      uncounted?: boolean;
    };

/** What one claimed task wants written. */
export interface FinishItem {
  task: Id;
  claim: Id;
  run: Id | null;
  stage: Id | null;
  steps?: StepRow[];
  /** Steps from this ordinal on are superseded: the request differs from what is on record. */
  supersedeFrom?: number;
  events?: EventRow[];
  /** Absent: only steps and events are written, the task goes on. */
  finish?: Finish;
}

export interface FinishOutcome {
  task: Id;
  /** False: the claim was lost or the run has ended; nothing was written. */
  accepted: boolean;
  status: TaskStatus;
  delivery: number;
  queue: TaskQueue;
  priority: number;
  run: Id | null;
  /** The run wants its next step: publish a job for the coordinator. */
  advance: boolean;
}

interface Row {
  task_id: Id;
  accepted: boolean;
  status: TaskStatus;
  delivery: number;
  queue: TaskQueue;
  priority: number;
  run_id: Id | null;
  advance: boolean;
}

const statement = { name: 'finish_tasks', text: 'select * from assay.finish_tasks($1, $2)' };

/** Stores steps, events and ends of a group of tasks in one transaction; each item stands or falls by its claim. */
export async function finishTasks(database: Queryable, items: readonly FinishItem[]): Promise<FinishOutcome[]> {
  const raws: Uint8Array[] = [];
  const encoded = items.map((item) => ({
    ...item,
    steps: item.steps?.map((step) => ({ ...step, raw: step.raw === null ? null : raws.push(step.raw) })),
  }));
  const rows = await database.query<Row>(statement, [toJsonb(encoded), raws.map((raw) => Buffer.from(raw))]);
  return rows.map((row) => ({
    task: row.task_id,
    accepted: row.accepted,
    status: row.status,
    delivery: row.delivery,
    queue: row.queue,
    priority: row.priority,
    run: row.run_id,
    advance: row.advance,
  }));
}

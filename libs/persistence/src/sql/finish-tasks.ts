import type { ErrorNote, Id, StepKind, TaskQueue, TaskStatus } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { toJsonb } from '../storable.js';
import type { EventRow } from './event-row.js';
import type { TaskRequest } from './request-tasks.js';
import { packBody } from './step-body.js';

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
  /** Of the input tokens, those that the endpoint had cached; absent where it does not say. */
  cachedTokens?: number;
  costUsd?: number | null;
  latencyMs?: number;
  parser?: string | null;
  repaired?: boolean;
  flags?: string[];
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
  /** Of a task that has no row yet: what it was asked, and since when, for its row is written with its end. */
  request?: TaskRequest & { since: Date };
}

export interface FinishOutcome {
  task: Id;
  /** False: the claim was lost, the run has ended, or another row has the request's key; nothing was written. */
  accepted: boolean;
  /** False where the task has no row: it was erased, or is a request whose key another row has. */
  exists: boolean;
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

const statement = {
  name: 'finish_tasks',
  text: 'select * from assay.finish_tasks($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
};

/**
 * Stores steps, events and ends of a group of tasks in one transaction; each item stands or falls by its claim. In the
 * order of the items.
 *
 * @param alone no other process, of an earlier release maybe, is there to take a task over from this one
 */
export async function finishTasks(
  database: Queryable,
  items: readonly FinishItem[],
  alone = false,
): Promise<FinishOutcome[]> {
  const rows = await database.query<Row>(statement, parametersOf(items, alone));
  const outcomes = new Map(rows.map((row) => [row.task_id, row]));
  return items.map((item) => outcomeOf(item, outcomes.get(item.task)));
}

/** Parallel arrays for what is looked up, JSON for what is only written. */
function parametersOf(items: readonly FinishItem[], alone: boolean): unknown[] {
  const raws: Buffer[] = [];
  const ends = items.flatMap(({ finish }, at) => (finish ? [{ item: at + 1, ...finish }] : []));
  const steps = items.flatMap((item, at) =>
    (item.steps ?? []).map((step) => {
      const { raw, ...kept } = isPacked(item, step, alone) ? { ...step, ...packed(step) } : step;
      const bytes = raw && Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
      return { ...kept, item: at + 1, raw: bytes && raws.push(bytes) };
    }),
  );
  const events = items.flatMap((item, at) =>
    (item.events ?? []).map(({ type, body }) => ({ item: at + 1, type, body, stepped: (item.steps ?? []).length > 0 })),
  );
  const requests = items.flatMap(({ request, finish }, at) => {
    if (request === undefined || finish === undefined) return [];
    const { since, ...asked } = request;
    return [{ item: at + 1, ...asked, tookMs: Date.now() - since.getTime() }];
  });
  return [
    items.map((item) => item.task),
    items.map((item) => item.claim),
    // the end of a request changes nothing of its run, which need not be locked for it
    items.map((item) => (item.request === undefined ? item.run : null)),
    [...new Set(items.flatMap((item) => (item.finish && item.stage !== null ? [item.stage] : [])))],
    items.some((item) => item.supersedeFrom !== undefined) ? items.map((item) => item.supersedeFrom ?? null) : [],
    toJsonb(ends),
    toJsonb(steps),
    raws,
    toJsonb(events),
    toJsonb(requests),
  ];
}

/**
 * What comes with the end of a task that is done is in no journal that another attempt reads. Any other attempt may be
 * made by a process of the release before, which reads no packed journal: for as long as there are others.
 */
function isPacked({ finish }: FinishItem, { kind }: StepRow, alone: boolean): boolean {
  return kind === 'model' && (alone || finish?.status === 'DONE');
}

function packed(step: StepRow): Pick<StepRow, 'request' | 'answer' | 'raw'> {
  return { request: null, answer: null, raw: packBody(step) };
}

/** A task that is not there any more was erased with its run. */
function outcomeOf(item: FinishItem, row: Row | undefined): FinishOutcome {
  return {
    task: item.task,
    accepted: row?.accepted ?? false,
    exists: row !== undefined,
    status: row?.status ?? 'CANCELLED',
    delivery: row?.delivery ?? 0,
    queue: row?.queue ?? 'db-sampler',
    priority: row?.priority ?? 0,
    run: row?.run_id ?? null,
    advance: row?.advance ?? false,
  };
}

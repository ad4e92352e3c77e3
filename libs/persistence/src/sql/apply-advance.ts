import type { ErrorNote, Id, RunStatus, TaskQueue } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { toJsonb } from '../storable.js';
import type { EventRow } from './event-row.js';
import type { RunRow } from './run-row.js';

interface NewStage {
  id: Id;
  attempt: number;
  kind: string;
  round: number;
  /** What all its tasks share. */
  input: unknown;
  total: number;
  /** The coordinator looks once when no more than this many tasks are open, and when none is. */
  lookAtOpen: number;
}

export interface NewTask {
  id: Id;
  stage: Id;
  workspace: Id | null;
  ordinal: number;
  queue: TaskQueue;
  priority: number;
  maxAttempts: number;
  /** Longest time of one attempt before the reconciler takes the task back, seconds. */
  runSeconds: number;
  payload: unknown;
  requestKey: string | null;
}

/** One step of a run, written in one go. */
export interface Advance {
  stages: NewStage[];
  tasks: NewTask[];
  /** Stages that are over. */
  close: Id[];
  cancel: { task: Id; straggler: boolean }[];
  events: EventRow[];
  /** Milliseconds since the epoch, Postgres's clock; null for no timer. */
  wakeAt: number | null;
  /**
   * The step goes on with another write: until that is done the run wants its next step, so that a process that dies
   * between the two leaves nothing undone.
   */
  continues?: true;
  finish: { status: RunStatus; error: ErrorNote | null; stopReason: string | null } | null;
}

/** A step of a run that was written: the run as it was read for it, and what was written on it. */
export interface RunAdvance {
  run: RunRow;
  written: Advance[];
}

const statement = { name: 'apply_advance', text: 'select assay.apply_advance($1, $2, $3) as applied' };

/**
 * Writes a step of a run; nothing is wanted of the run afterwards, unless it `continues`. False, and nothing written, where the run's revision
 * is another one by now, or it has ended.
 */
export async function applyAdvance(
  connection: Queryable,
  run: Id,
  revision: number,
  advance: Advance,
): Promise<boolean> {
  const [row] = await connection.query<{ applied: boolean }>(statement, [run, revision, toJsonb(advance)]);
  return row?.applied ?? false;
}

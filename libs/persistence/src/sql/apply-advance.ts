import type { ErrorNote, Id, RunStatus, TaskQueue } from '@assay/contracts';
import { toJsonb } from '../storable.js';
import type { EventRow } from './event-row.js';
import type { RunRow } from './run-row.js';
import { prepared } from '../prepared.js';

interface NewStage {
  id: Id;
  attempt: number;
  kind: string;
  round: number;
  input: unknown;
  total: number;
  /** The coordinator is woken at this many open tasks, and at none. */
  lookAtOpen: number;
}

/** `workspace` null: that of the run. */
export interface NewTask {
  id: Id;
  stage: Id;
  workspace: Id | null;
  ordinal: number;
  queue: TaskQueue;
  priority: number;
  maxAttempts: number;
  /** Longest attempt before the reconciler takes the task back, seconds. */
  runSeconds: number;
  payload: unknown;
}

/** One step of a run, written in one transaction. */
export interface Advance {
  stages: NewStage[];
  tasks: NewTask[];
  close: Id[];
  cancel: { task: Id; straggler: boolean }[];
  events: EventRow[];
  /** When the run wants its next step anyway, ms of Postgres's clock; null: at no set time. */
  wakeAt: number | null;
  /** A second write follows; until then the run wants its next step, so a crash loses nothing. */
  continues?: true;
  /** Null: it goes on. */
  finish: { status: RunStatus; error: ErrorNote | null; stopReason: string | null } | null;
}

/** A run as it was read, and the steps that were written for it. */
export interface RunAdvance {
  run: RunRow;
  written: Advance[];
}

/** False, and nothing is written, if the revision has changed or the run has ended. */
export const applyAdvance = prepared<[run: Id, revision: number, advance: Advance], { applied: boolean }>(
  { name: 'apply_advance', text: 'select assay.apply_advance($1, $2, $3) as applied' },
  (run, revision, advance) => [run, revision, toJsonb(advance)],
).value((row) => row?.applied ?? false);

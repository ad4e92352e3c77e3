import { PermanentError, type Id } from '@assay/contracts';
import type { ClaimedRun, ClaimedStage, ClaimedTask, EventRow } from '@assay/persistence';
import type { ModelMessage } from '@assay/llm';
import type { ReplayedChoice } from './replay/replayed-choice.js';
import type { RunTime } from './run-time.js';
import type { TaskJournal } from './task-journal.js';

/** Its calls can be repeated safely. */
export interface TaskContext<Input = unknown, Payload = unknown> {
  readonly task: Id;
  readonly ordinal: number;
  /** From 1. */
  readonly attempts: number;
  /** Token of this attempt: writes that name it are dropped once the claim is lost. */
  readonly claim: Id;
  /** Throws PermanentError NO_WORKSPACE if the task has none. */
  readonly workspace: Id;
  /** Null for requests without a run. */
  readonly run: ClaimedRun | null;
  readonly stage: ClaimedStage | null;
  /** Shared by the tasks of the stage. */
  readonly input: Input;
  readonly payload: Payload;
  readonly journal: TaskJournal;
  /** Set in replays: the recorded model is used, and requests are compared. */
  readonly replay?: { choice(): ReplayedChoice; onRequest(messages: readonly ModelMessage[]): void };
  /**
   * Call before paid work: ensures the claim and this many milliseconds, or rejects with the reason of `signal`. Absent
   * in replays.
   */
  readonly allow?: (ms: number) => Promise<void>;
  /** Fires when the claim is lost, the run ends or the process stops. */
  readonly signal: AbortSignal;
}

/** Result of a handler, with events for the same commit. */
export interface TaskOutcome<Result = unknown> {
  result: Result;
  /** Outcomes of a stage with equal keys are duplicates. */
  key?: string;
  events?: EventRow[];
}

/** Errors state whether they are retryable. */
export interface TaskHandler<Input = unknown, Payload = unknown, Result = unknown> {
  handle(context: TaskContext<Input, Payload>): Promise<TaskOutcome<Result>>;
}

export function contextOf(claimed: ClaimedTask, journal: TaskJournal, signal: AbortSignal, time: RunTime): TaskContext {
  return {
    task: claimed.task,
    ordinal: claimed.ordinal,
    attempts: claimed.attempts,
    claim: claimed.claim,
    // products without workspaces never read it
    get workspace(): Id {
      if (claimed.workspace !== null) return claimed.workspace;
      throw new PermanentError('NO_WORKSPACE', `Task ${claimed.task} has no workspace.`);
    },
    run: claimed.run,
    stage: claimed.stage,
    input: claimed.stage?.input ?? null,
    payload: claimed.payload,
    journal,
    allow: (ms) => time.allow(ms),
    signal,
  };
}

import { PermanentError, type Id } from '@assay/contracts';
import type { ClaimedRun, ClaimedStage, ClaimedTask, EventRow } from '@assay/persistence';
import type { ModelMessage } from '@assay/llm';
import type { ReplayedChoice } from './replay/replayed-choice.js';
import type { RunTime } from './run-time.js';
import type { TaskJournal } from './task-journal.js';

/** What a handler is given: what to do, and the means to do it so that it can be done again. */
export interface TaskContext<Input = unknown, Payload = unknown> {
  readonly task: Id;
  readonly ordinal: number;
  /** 1 at the first attempt. */
  readonly attempts: number;
  /** This attempt's token: whatever else a handler writes names it, so that a claim that was lost writes nothing. */
  readonly claim: Id;
  /** Reading it throws PermanentError NO_WORKSPACE where the task belongs to none. */
  readonly workspace: Id;
  /** Null for a request that no run made. */
  readonly run: ClaimedRun | null;
  readonly stage: ClaimedStage | null;
  /** What all tasks of the stage share. */
  readonly input: Input;
  readonly payload: Payload;
  readonly journal: TaskJournal;
  /** Set where the task is only replayed: the model is the record's, and what would be sent is compared. */
  readonly replay?: { choice(): ReplayedChoice; willSend(messages: readonly ModelMessage[]): void };
  /**
   * Called before anything that is paid for: makes sure that the claim still stands, and that the task is not taken back
   * within this many milliseconds. Rejects with the reason of `signal`. Absent where the task is only replayed.
   */
  readonly allow?: (ms: number) => Promise<void>;
  /** Fires when the claim is lost, the run ends or the process must stop. */
  readonly signal: AbortSignal;
}

/** What a handler leaves: the task's result, and what to tell about it in the same commit. */
export interface TaskOutcome<Result = unknown> {
  result: Result;
  /** Outcomes of one stage with equal keys are duplicates of the first. */
  key?: string;
  events?: EventRow[];
}

/** The work of one kind of task. Throws errors that know whether they are retryable. */
export interface TaskHandler<Input = unknown, Payload = unknown, Result = unknown> {
  handle(context: TaskContext<Input, Payload>): Promise<TaskOutcome<Result>>;
}

/** The context of a claimed task. */
export function contextOf(claimed: ClaimedTask, journal: TaskJournal, signal: AbortSignal, time: RunTime): TaskContext {
  return {
    task: claimed.task,
    ordinal: claimed.ordinal,
    attempts: claimed.attempts,
    claim: claimed.claim,
    // tasks of products without workspaces never ask for it
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

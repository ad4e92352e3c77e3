import type { ErrorNote } from './errors.js';
import type { Id } from './ids.js';
import type { TaskQueue } from './services.js';
import type { StepKind, QueueName } from './work.js';

/** How a queue stands. */
export interface QueueView {
  name: QueueName;
  /** Whether its rows in the record say what is owed (one per task), or its jobs are all there is (`questions`, …). */
  kind: 'tasks' | 'jobs';
  paused: boolean;
  /** Could begin now. */
  waiting: number;
  active: number;
  /** Wait for their time: the pause before the next attempt. */
  delayed: number;
  /** Dead letters of a queue of tasks; failed jobs that were kept of any other. */
  failed: number;
  /** Seconds that the oldest one has been waiting; null where none waits. */
  oldestSeconds: number | null;
  /** What lies in the queue itself; old copies of jobs that were published more than once included. */
  jobs: { waiting: number; active: number; delayed: number; failed: number };
}

/** A task that ended DEAD: out of attempts, or stopped by an error that will not pass. */
export interface DeadLetterView {
  /** The task. */
  id: Id;
  queue: TaskQueue;
  /** Null for a request that no question made (a page of rows, a look at a schema). */
  run: Id | null;
  product: 'question' | 'story' | null;
  /** How its question or evaluation stands now. */
  runStatus: string | null;
  stage: string | null;
  attempts: number;
  error: ErrorNote | null;
  createdAt: string;
  diedAt: string;
}

/** A dead letter with what it was told and what it did. */
export interface DeadLetterDetail extends DeadLetterView {
  payload: unknown;
  steps: {
    ordinal: number;
    kind: StepKind;
    agent: string | null;
    model: string | null;
    status: 'answered' | 'failed';
    error: ErrorNote | null;
    at: string;
  }[];
}

/** What was done about a dead letter. */
export type Redriven =
  /** The task itself is to be had again: its stage was still open. */
  | { task: Id; outcome: 'REQUEUED' }
  /** Its question had ended in ERROR, which stays: the same was asked again, as another question. */
  | { task: Id; outcome: 'ASKED_AGAIN'; question: Id };

/** What became of the dead letters, or failed jobs, of a queue. */
export interface QueueRetry {
  /** Failed jobs that wait again. */
  jobs: number;
  redriven: Redriven[];
  /** Dead letters that stay, and why. */
  refused: { task: Id; code: string; message: string }[];
}

/** How much of a queue was thrown away. */
export interface QueueDrain {
  removed: number;
}

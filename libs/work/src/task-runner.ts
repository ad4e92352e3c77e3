import { InfrastructureError, type TaskJob, type TaskQueue } from '@assay/contracts';
import type { QueueWorker } from './messaging/index.js';
import type { ClaimedTask, Database, FinishItem } from '@assay/persistence';
import { finishOfFailure } from './failure-policy.js';
import { Journal } from './journal.js';
import type { LocalDelivery } from './local-delivery.js';
import type { BlockStore } from './block-store.js';
import { isReplayRequest } from './replay/replay-request.js';
import { replayTask } from './replay/replay-task.js';
import { RunTime } from './run-time.js';
import { contextOf, type TaskHandler } from './task-context.js';
import type { TaskLedger } from './task-ledger.js';
import { ClaimLost, type TaskProcess } from './task-process.js';
import { endOf, observeTask, type TaskEnd } from './task-span.js';

export interface TaskRunnerOptions {
  queue: TaskQueue;
  concurrency: number;
  /** `task` null: none was claimed. */
  onError: (error: unknown, task: ClaimedTask | null) => void;
}

export class TaskRunner {
  private worker: QueueWorker<TaskJob> | null = null;
  private readonly running = new Set<AbortController>();
  private draining = false;

  constructor(
    private readonly parts: {
      local: LocalDelivery;
      database: Database;
      process: TaskProcess;
      ledger: TaskLedger;
      blocks: BlockStore;
    },
    private readonly handler: TaskHandler,
    private readonly options: TaskRunnerOptions,
  ) {}

  get queue(): TaskQueue {
    return this.options.queue;
  }

  /** From the worker of a `@Processor` and from this process. */
  start(worker: QueueWorker<TaskJob>): void {
    const { queue, concurrency, onError } = this.options;
    this.worker = worker;
    worker.start(concurrency);
    this.parts.local.join(
      queue,
      worker,
      (job) => this.take(job),
      (error) => onError(error, null),
    );
  }

  /** Takes no more tasks; after `graceMs` aborts and releases the rest. Resolves when none is running. */
  async drain(graceMs: number): Promise<void> {
    this.draining = true;
    const timer = setTimeout(() => {
      const stopping = new InfrastructureError('STOPPING', 'The process that worked on this task is stopping.');
      for (const abort of this.running) abort.abort(stopping);
    }, graceMs);
    await this.worker?.drain();
    clearTimeout(timer);
  }

  /** Drops the job while draining; the sweep republishes it. Throws if the record is unreachable. */
  async take({ task, delivery, traceparent }: TaskJob): Promise<void> {
    if (this.draining) return;
    const claimed = await this.parts.ledger.claim(task, delivery);
    if (claimed === null) return;
    if (claimed.queue !== this.queue) return this.releaseToOwnQueue(claimed);
    const abort = this.parts.process.hold(claimed.task, claimed.claim);
    this.running.add(abort);
    try {
      await observeTask(claimed, traceparent, () => this.run(claimed, abort.signal));
    } catch (error) {
      if (!(error instanceof ClaimLost)) this.options.onError(error, claimed);
    } finally {
      this.running.delete(abort);
      this.parts.process.release(claimed.task, claimed.claim);
    }
  }

  /** No attempt is counted. */
  private async releaseToOwnQueue({ task, claim, run, stage }: ClaimedTask): Promise<void> {
    const error = { code: 'WRONG_QUEUE', message: `A job of this task was on the queue ${this.queue}.` };
    const finish = { status: 'READY', delayMs: 0, uncounted: true, error } as const;
    await this.parts.ledger.finish({ task, claim, run: run?.id ?? null, stage: stage?.id ?? null, finish });
  }

  private async run(claimed: ClaimedTask, signal: AbortSignal): Promise<TaskEnd> {
    const { task, claim, delivery } = claimed;
    const item = { task, claim, run: claimed.run?.id ?? null, stage: claimed.stage?.id ?? null };
    // by delivery: a task released uncounted keeps its attempt number
    const journal = new Journal(this.parts.ledger, this.parts.database, item, delivery > 1);
    const end = await this.outcome(claimed, journal, signal);
    if (end === null) {
      await this.storePaidAnswers(item, journal);
      return { status: 'LOST', error: null };
    }
    let pending: Awaited<ReturnType<Journal['takePending']>> = {};
    try {
      pending = await journal.takePending();
      const events = [...(pending.events ?? []), ...(end.events ?? [])];
      const written = await this.parts.ledger.finish({ ...item, ...pending, events, finish: end.finish }, signal);
      return endOf(written, end.finish);
    } catch (error) {
      if (error instanceof ClaimLost) throw error;
      // An unstorable value (refused by Postgres) also ends the task: a retry could not store it either.
      this.options.onError(error, claimed);
      const { steps = [], supersedeFrom } = pending;
      const parts = [{ supersedeFrom }, ...steps.map((step) => ({ steps: [step] }))];
      for (const part of parts) await this.parts.ledger.finish({ ...item, ...part }, signal).catch(() => undefined);
      const finish = finishOfFailure(error, claimed.attempts, Math.random());
      return endOf(await this.parts.ledger.finish({ ...item, finish }, signal), finish);
    }
  }

  /** Of a cancelled task; drops everything else. */
  private async storePaidAnswers(item: Omit<FinishItem, 'finish'>, journal: Journal): Promise<void> {
    const pending = await journal.takePending().catch(() => null);
    if (pending?.steps) await this.parts.ledger.finish({ ...item, ...pending });
  }

  /** Null if the claim is lost. */
  private async outcome(
    claimed: ClaimedTask,
    journal: Journal,
    signal: AbortSignal,
  ): Promise<Pick<FinishItem, 'finish' | 'events'> | null> {
    try {
      if (claimed.stage === null && isReplayRequest(claimed.payload)) {
        const result = await replayTask(this.parts, this.handler, claimed.payload.task, signal);
        return { finish: { status: 'DONE', result } };
      }
      const time = new RunTime(this.parts, claimed, signal);
      const outcome = await this.handler.handle(contextOf(claimed, journal, signal, time));
      return { finish: { status: 'DONE', result: outcome.result, key: outcome.key }, events: outcome.events };
    } catch (thrown) {
      const error: unknown = signal.aborted ? signal.reason : thrown;
      if (error instanceof ClaimLost || thrown instanceof ClaimLost) return null;
      this.options.onError(thrown, claimed);
      return { finish: finishOfFailure(error, claimed.attempts, Math.random()) };
    }
  }
}

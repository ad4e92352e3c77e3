import { newId, type Id } from '@assay/contracts';
import {
  asStored,
  claimTasks,
  finishTasks,
  firstClaim,
  requestTasks,
  type ClaimedRun,
  type ClaimedTask,
  type ClaimRequest,
  type Database,
  type Finish,
  type FinishItem,
  type FinishOutcome,
  type ForgottenClaim,
  type RequestedTask,
  type TaskRequest,
} from '@assay/persistence';
import type { AnswerWaiter } from './answer-waiter.js';
import { Batcher } from './batcher.js';
import { countWritten } from './count-work.js';
import type { HintBus } from './hint-bus.js';
import type { LocalDelivery } from './local-delivery.js';
import type { Publisher } from './publisher.js';
import { outlastOutages } from './outlast-outages.js';
import type { TaskProcess } from './task-process.js';
import type { UnwrittenRequests } from './unwritten-requests.js';

/** A request, and what whoever answers it is to know. */
export interface TracedRequest extends TaskRequest {
  /** The trace that its answering belongs to. */
  traceparent?: string;
  /** The run as whoever asks knows it; where it is left out, a request of a run is answered by way of a job. */
  knownRun?: ClaimedRun | null;
}

/** Claims, ends and requests of this process, gathered into groups: one round trip and one flush for many. */
export class TaskLedger {
  private readonly claims: Batcher<ClaimRequest, ClaimedTask | null>;
  private readonly finishes: Batcher<FinishItem, FinishOutcome>;
  private readonly requests: Batcher<TracedRequest, RequestedTask>;

  constructor(
    private readonly database: Database,
    private readonly process: TaskProcess,
    private readonly publisher: Publisher,
    private readonly hints: HintBus,
    private readonly local: LocalDelivery,
    private readonly waiter: Pick<AnswerWaiter, 'tell' | 'tellMissing'>,
    private readonly unwritten: UnwrittenRequests,
  ) {
    this.claims = new Batcher((items) => this.claimGroup(items), { limit: 200, lanes: 2 });
    // a group may wait for the lock of one of its runs: others go past it
    this.finishes = new Batcher((items) => this.finishGroup(items), { limit: 200, lanes: 3 });
    this.requests = new Batcher((items) => this.requestGroup(items), { limit: 200, lanes: 2 });
    process.onForgotten((claims) => void this.giveBack(claims));
  }

  /**
   * The task, if this delivery of it is still to be had. Asked again, by the same token, while the record is away: a
   * claim whose answer was lost stays this process's.
   */
  claim(task: Id, delivery: number, signal?: AbortSignal): Promise<ClaimedTask | null> {
    const request: ClaimRequest = { task, delivery, claim: newId() };
    return outlastOutages(() => this.claims.add(request), signal);
  }

  /** The task, if it was written as this process's after all: the answer to the writing was lost. */
  claimWritten(task: Id): Promise<ClaimedTask | null> {
    return outlastOutages(() => this.claims.add(firstClaim(task)));
  }

  /**
   * Writes steps, events and the end of a task, if its claim still stands, and publishes what follows from it. What was
   * paid for outlasts a restart of Postgres: heartbeats fail meanwhile too, so no reconciler takes the task back.
   */
  finish(item: FinishItem, signal?: AbortSignal): Promise<FinishOutcome> {
    return outlastOutages(() => this.finishes.add(item), signal);
  }

  /**
   * Begins a request to db-sampler where this process may answer it; else inserts it and publishes its job. Requests with
   * one key share one answer.
   */
  async request(request: TracedRequest, signal?: AbortSignal): Promise<RequestedTask> {
    return this.beginHere(request) ?? outlastOutages(() => this.requests.add(request), signal);
  }

  /** Nobody works on a request any more whose row was to be written with its end. */
  dropRequest(task: Id): void {
    this.unwritten.end(task);
  }

  /** Tasks that are claimed here with no worker on them: for the next claimer, this time included. */
  private async giveBack(claims: readonly ForgottenClaim[]): Promise<void> {
    const error = { code: 'CLAIM_FORGOTTEN', message: 'The answer to the claim of this task had been lost.' };
    const finish = { status: 'READY', delayMs: 0, uncounted: true, error } as const;
    await Promise.all(claims.map((claim) => this.finish({ ...claim, finish }).catch(() => null)));
  }

  private async claimGroup(items: ClaimRequest[]): Promise<(ClaimedTask | null)[]> {
    const claimed = await claimTasks(this.database, this.process.id, items);
    const byClaim = new Map(claimed.map((task) => [task.claim, task]));
    return items.map((item) => byClaim.get(item.claim) ?? null);
  }

  private async finishGroup(items: FinishItem[]): Promise<FinishOutcome[]> {
    const finished = await finishTasks(this.database, items, this.process.alone());
    const outcomes = new Map(finished.map((outcome) => [outcome.task, outcome]));
    const advances = new Set<Id>();
    const released = [];
    for (const item of items) {
      const outcome = outcomes.get(item.task);
      if (item.request && item.finish) this.unwritten.end(item.task);
      if (!outcome?.accepted) {
        // another row has its key by now, and answers; one of its own tells that this end was written before
        if (item.request && item.finish && outcome?.exists === false) this.waiter.tellMissing(item.task);
        continue;
      }
      countWritten(item, outcome);
      if (outcome.advance && outcome.run) advances.add(outcome.run);
      if (item.finish && outcome.status === 'READY' && item.finish.status === 'READY') {
        released.push({
          id: item.task,
          delivery: outcome.delivery,
          queue: outcome.queue,
          priority: outcome.priority,
          delayMs: item.finish.delayMs,
        });
      }
      if (item.finish && item.stage === null && outcome.status !== 'READY') this.tellAnswer(item.task, item.finish);
      if (item.run && item.events && item.events.length > 0) this.hints.send('events', item.run);
    }
    // not awaited: whoever finished a task need not wait for the queue, and a lost job is swept up
    if (advances.size > 0) void this.publisher.advances([...advances]);
    if (released.length > 0) void this.publisher.tasks(released);
    return items.map((item) => outcomes.get(item.task) as FinishOutcome);
  }

  private tellAnswer(task: Id, finish: Finish): void {
    if (finish.status === 'DONE') this.waiter.tell(task, finish.result);
    this.hints.send('answer', task);
  }

  private async requestGroup(items: TracedRequest[]): Promise<RequestedTask[]> {
    const requested = await requestTasks(
      this.database,
      items.map(({ traceparent: _, knownRun: __, ...item }) => item),
    );
    const created = items.flatMap(({ queue, priority, traceparent }, index) => {
      const row = requested[index];
      return row?.created ? [{ id: row.task, delivery: row.delivery, queue, priority, traceparent }] : [];
    });
    if (created.length > 0) await this.publisher.tasks(created);
    return requested;
  }

  /** Null where a row may know of the request, or no slot is to be had here. */
  private beginHere({ traceparent, knownRun, ...request }: TracedRequest): RequestedTask | null {
    const { id, run, queue, key } = request;
    const begun = { delivery: 1, status: 'RUNNING', result: null, error: null } as const;
    const joined = this.unwritten.joined(key);
    if (joined !== undefined) return { ...begun, task: joined, created: false };
    if (!this.unwritten.isNew(key) || (run !== null && knownRun?.id !== run)) return null;
    const slot = this.local.keepSlot(queue);
    if (slot === null) return null;
    this.unwritten.begin(id, key);
    slot({ claimed: claimedRequest(request, knownRun ?? null), traceparent, request });
    return { ...begun, task: id, created: true };
  }
}

/** A request as if it were claimed. */
function claimedRequest(
  { id, queue, maxAttempts, payload, workspace }: TaskRequest,
  run: ClaimedRun | null,
): ClaimedTask {
  return {
    ...firstClaim(id),
    queue,
    ordinal: 1,
    attempts: 1,
    maxAttempts,
    payload: asStored(payload),
    run,
    stage: null,
    workspace,
    createdAt: new Date(),
  };
}

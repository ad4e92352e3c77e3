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
import type { KeptSlot, LocalDelivery } from './local-delivery.js';
import type { Publisher } from './publisher.js';
import { outlastOutages } from './outlast-outages.js';
import type { TaskProcess } from './task-process.js';

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
    private readonly waiter: Pick<AnswerWaiter, 'tell'>,
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

  /** Inserts a request to db-sampler, or joins the one with its key, and publishes its job. */
  request(request: TracedRequest, signal?: AbortSignal): Promise<RequestedTask> {
    return outlastOutages(() => this.requests.add(request), signal);
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
    const outcomes = new Map((await finishTasks(this.database, items)).map((outcome) => [outcome.task, outcome]));
    const advances = new Set<Id>();
    const released = [];
    for (const item of items) {
      const outcome = outcomes.get(item.task);
      if (!outcome?.accepted) continue;
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
    const slots = items.map((item) => this.keepSlot(item));
    const requested = await this.writeRequests(items, slots);
    const created = items.flatMap((item, index) => {
      const row = requested[index];
      const slot = slots[index] ?? null;
      const isBegun = slot !== null && row?.created === true && row.status === 'RUNNING' && row.task === item.id;
      slot?.(isBegun ? { claimed: claimedRequest(item), traceparent: item.traceparent } : null);
      if (!row?.created || row.status !== 'READY') return [];
      const { queue, priority, traceparent } = item;
      return [{ id: row.task, delivery: row.delivery, queue, priority, traceparent }];
    });
    if (created.length > 0) await this.publisher.tasks(created);
    return requested;
  }

  private async writeRequests(items: TracedRequest[], slots: readonly (KeptSlot | null)[]): Promise<RequestedTask[]> {
    try {
      return await requestTasks(
        this.database,
        items.map(({ traceparent: _, knownRun: __, ...item }, index) =>
          slots[index] ? { ...item, process: this.process.id } : item,
        ),
      );
    } catch (error) {
      // sent again it finds what was written, as its own
      for (const slot of slots) slot?.(null);
      throw error;
    }
  }

  private keepSlot({ run, knownRun, queue }: TracedRequest): KeptSlot | null {
    return run === null || knownRun?.id === run ? this.local.keepSlot(queue) : null;
  }
}

/** A request as it is claimed with its writing. */
function claimedRequest({ id, queue, maxAttempts, payload, run, knownRun, workspace }: TracedRequest): ClaimedTask {
  return {
    ...firstClaim(id),
    queue,
    ordinal: 1,
    attempts: 1,
    maxAttempts,
    payload: asStored(payload),
    run: run === null ? null : (knownRun ?? null),
    stage: null,
    workspace,
    createdAt: new Date(),
  };
}

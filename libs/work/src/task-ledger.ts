import { newId, type Id } from '@assay/contracts';
import {
  claimTasks,
  finishTasks,
  requestTasks,
  type ClaimedTask,
  type ClaimRequest,
  type Database,
  type FinishItem,
  type FinishOutcome,
  type ForgottenClaim,
  type RequestedTask,
  type TaskRequest,
} from '@assay/persistence';
import { Batcher } from './batcher.js';
import { countWritten } from './count-work.js';
import type { HintBus } from './hint-bus.js';
import type { Publisher } from './publisher.js';
import { outlastOutages } from './outlast-outages.js';
import type { TaskProcess } from './task-process.js';

export interface TracedRequest extends TaskRequest {
  traceparent?: string;
}

/** Claims, ends and requests of this process, in groups that share a round trip and a flush. */
export class TaskLedger {
  private readonly claims: Batcher<ClaimRequest, ClaimedTask | null>;
  private readonly finishes: Batcher<FinishItem, FinishOutcome>;
  private readonly requests: Batcher<TracedRequest, RequestedTask>;

  constructor(
    private readonly database: Database,
    private readonly process: TaskProcess,
    private readonly publisher: Publisher,
    private readonly hints: HintBus,
  ) {
    this.claims = new Batcher((items) => this.claimGroup(items), { limit: 200, lanes: 2 });
    // a group may wait for a lock; others pass it
    this.finishes = new Batcher((items) => this.finishGroup(items), { limit: 200, lanes: 3 });
    this.requests = new Batcher((items) => this.requestGroup(items), { limit: 200, lanes: 2 });
    process.onForgotten((claims) => void this.releaseClaims(claims));
  }

  /** Retries with the same token, so a claim whose response was lost is idempotent. */
  claim(task: Id, delivery: number, signal?: AbortSignal): Promise<ClaimedTask | null> {
    const request: ClaimRequest = { task, delivery, claim: newId() };
    return outlastOutages(() => this.claims.add(request), signal);
  }

  /**
   * Writes steps, events and the end of a task if its claim holds, then publishes. Retries during an outage of
   * Postgres, in which no reconciler reclaims the task.
   */
  finish(item: FinishItem, signal?: AbortSignal): Promise<FinishOutcome> {
    return outlastOutages(() => this.finishes.add(item), signal);
  }

  /**
   * Inserts and publishes a request, to db-sampler or for a replay. Requests with one key share a
   * row, published again only if dead or cancelled.
   */
  request(request: TracedRequest, signal?: AbortSignal): Promise<RequestedTask> {
    return outlastOutages(() => this.requests.add(request), signal);
  }

  private async releaseClaims(claims: readonly ForgottenClaim[]): Promise<void> {
    const error = { code: 'CLAIM_FORGOTTEN', message: 'The response to the claim of this task was lost.' };
    const finish = { status: 'READY', delayMs: 0, uncounted: true, error } as const;
    await Promise.all(claims.map((claim) => this.finish({ ...claim, finish }).catch(() => null)));
  }

  private async claimGroup(items: ClaimRequest[]): Promise<(ClaimedTask | null)[]> {
    const claimed = await claimTasks(this.database, this.process.id, items);
    const byClaim = new Map(claimed.map((task) => [task.claim, task]));
    return items.map((item) => byClaim.get(item.claim) ?? null);
  }

  private async finishGroup(items: FinishItem[]): Promise<FinishOutcome[]> {
    const outcomes = await finishTasks(this.database, items);
    const advances = new Set<Id>();
    const released = [];
    for (const [index, item] of items.entries()) {
      const outcome = outcomes[index];
      if (outcome?.late) countWritten({ ...item, events: [], finish: undefined }, outcome);
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
      if (item.finish && item.stage === null && outcome.status !== 'READY') this.hints.send('answer', item.task);
      if (item.run && item.events && item.events.length > 0) this.hints.send('events', item.run);
    }
    // not awaited: the sweep republishes lost jobs
    if (advances.size > 0) void this.publisher.advances([...advances]);
    if (released.length > 0) void this.publisher.tasks(released);
    return outcomes;
  }

  private async requestGroup(items: TracedRequest[]): Promise<RequestedTask[]> {
    const requested = await requestTasks(
      this.database,
      items.map(({ traceparent: _, ...item }) => item),
    );
    const created = items.flatMap(({ queue, priority, traceparent }, index) => {
      const row = requested[index];
      return row?.created ? [{ id: row.task, delivery: row.delivery, queue, priority, traceparent }] : [];
    });
    if (created.length > 0) await this.publisher.tasks(created);
    return requested;
  }
}

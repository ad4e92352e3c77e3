import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Id, RecordedEvent } from '@assay/contracts';
import { readEventPages, readEventPositions, type EventsWanted } from '@assay/persistence';
import { InjectLogger, type Logger } from '@assay/runtime';
import { Batcher, TaskRuntime } from '@assay/work';
import { EVENT_GATHER_MS, EVENT_PAGE, EVENT_POLL_MS } from '../api.config.js';

const FOLLOWERS_PER_READ = 50;

interface Follower {
  run: Id;
  position: number;
  /** New events may exist; reset before reading. */
  notified: boolean;
  /** The run has ended or is deleted, and all events are delivered. */
  over: boolean;
  wake: () => void;
}

/** Reads on hints, and polls for lost ones. */
@Injectable()
export class EventFeed implements OnApplicationShutdown {
  private readonly followers = new Map<Id, Set<Follower>>();
  private subscriptions: (() => void)[] = [];
  private readonly pending = new Set<Id>();
  private batchTimer: NodeJS.Timeout | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** One statement for many followers. */
  private readonly reads: Batcher<EventsWanted, RecordedEvent[]>;

  constructor(
    private readonly work: TaskRuntime,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.reads = new Batcher((wanted) => readEventPages(this.work.database, wanted, EVENT_PAGE), {
      limit: FOLLOWERS_PER_READ,
      lanes: 2,
    });
  }

  /** Ends when the run has ended or is deleted. */
  async *follow(run: Id, after: number, signal: AbortSignal): AsyncGenerator<RecordedEvent[], void, undefined> {
    const follower: Follower = { run, position: after, notified: true, over: false, wake: () => undefined };
    const aborted = (): void => follower.wake();
    signal.addEventListener('abort', aborted);
    this.add(follower);
    try {
      while (!signal.aborted) {
        follower.notified = false;
        const events = await this.reads.add({ run, after: follower.position });
        const last = events.at(-1);
        if (last) {
          follower.position = last.sequence;
          yield events;
          if (last.type === 'question-finished') return;
          if (events.length === EVENT_PAGE) continue;
        } else if (follower.over) return;
        if (!follower.notified && !signal.aborted) await new Promise<void>((resolve) => (follower.wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', aborted);
      this.remove(follower);
    }
  }

  onApplicationShutdown(): void {
    this.unlisten();
    if (this.batchTimer) clearTimeout(this.batchTimer);
  }

  private listen(): void {
    this.timer = setInterval(() => this.pollQuietly(), EVENT_POLL_MS);
    this.subscriptions = [
      this.work.hints.on('events', (run) => (run === null ? this.pollQuietly() : this.notifySoon(run))),
      this.work.hints.on('finished', (run) => run !== null && this.notifyNow(run)),
    ];
  }

  private unlisten(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.subscriptions = [];
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** Batches hints of busy runs into one read. */
  private notifySoon(run: Id): void {
    if (!this.followers.has(run)) return;
    this.pending.add(run);
    this.batchTimer ??= setTimeout(() => {
      this.batchTimer = null;
      for (const pending of [...this.pending]) this.notifyNow(pending);
    }, EVENT_GATHER_MS);
  }

  private notifyNow(run: Id): void {
    this.pending.delete(run);
    for (const follower of this.followers.get(run) ?? []) notify(follower);
  }

  private add(follower: Follower): void {
    const all = this.followers.get(follower.run) ?? new Set();
    this.followers.set(follower.run, all.add(follower));
    if (this.timer === null) this.listen();
  }

  private remove(follower: Follower): void {
    const all = this.followers.get(follower.run);
    all?.delete(follower);
    if (all?.size === 0) this.followers.delete(follower.run);
    if (this.followers.size === 0) this.unlisten();
  }

  private pollQuietly(): void {
    void this.poll().catch((err: unknown) => this.logger.warn({ err }, 'events could not be read'));
  }

  private async poll(): Promise<void> {
    const runs = [...this.followers.keys()];
    const positions = new Map((await readEventPositions(this.work.database, runs)).map((at) => [at.run, at]));
    for (const run of runs) {
      const at = positions.get(run);
      for (const follower of this.followers.get(run) ?? []) {
        follower.over = at === undefined || at.finished;
        if (follower.over || at === undefined || at.lastEvent > follower.position) notify(follower);
      }
    }
  }
}

function notify(follower: Follower): void {
  follower.notified = true;
  follower.wake();
}

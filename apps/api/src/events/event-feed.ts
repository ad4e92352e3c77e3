import type { Id, RecordedEvent } from '@assay/contracts';
import { readEventPages, readEventPositions, type EventsWanted, type Queryable } from '@assay/persistence';
import { Batcher, type HintBus } from '@assay/work';
import { EVENT_GATHER_MS, EVENT_PAGE, EVENT_POLL_MS } from '../api.config.js';

/** Followers whose next events are read at once at most. */
const FOLLOWERS_PER_READ = 50;

interface Follower {
  run: Id;
  position: number;
  /** True when there may be something new; reset before looking. */
  nudged: boolean;
  /** Set when the run has ended, or is gone, and the follower has seen all of it. */
  over: boolean;
  wake: () => void;
}

/** Events of runs as they happen: read from the record, nudged by hints, and polled for because hints may be lost. */
export class EventFeed {
  private readonly followers = new Map<Id, Set<Follower>>();
  /** Hints are heard while somebody follows. */
  private offs: (() => void)[] = [];
  /** Runs with new events that are read in a moment, all at once. */
  private readonly pending = new Set<Id>();
  private gathering: NodeJS.Timeout | null = null;
  private timer: NodeJS.Timeout | null = null;
  /** Many followers read in one statement. */
  private readonly reads: Batcher<EventsWanted, RecordedEvent[]>;

  constructor(
    private readonly database: Queryable,
    private readonly hints: Pick<HintBus, 'on'>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.reads = new Batcher((wanted) => readEventPages(this.database, wanted, EVENT_PAGE), {
      limit: FOLLOWERS_PER_READ,
      lanes: 2,
    });
  }

  /**
   * Pages of events after a sequence, the next whenever there is one, until the run has ended or is gone.
   * @param signal ends the following
   */
  async *follow(run: Id, after: number, signal: AbortSignal): AsyncGenerator<RecordedEvent[], void, undefined> {
    const follower: Follower = { run, position: after, nudged: true, over: false, wake: () => undefined };
    const aborted = (): void => follower.wake();
    signal.addEventListener('abort', aborted);
    this.add(follower);
    try {
      while (!signal.aborted) {
        follower.nudged = false;
        const events = await this.reads.add({ run, after: follower.position });
        const last = events.at(-1);
        if (last) {
          follower.position = last.sequence;
          yield events;
          if (last.type === 'question-finished') return;
          if (events.length === EVENT_PAGE) continue;
        } else if (follower.over) return;
        if (!follower.nudged && !signal.aborted) await new Promise<void>((resolve) => (follower.wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', aborted);
      this.remove(follower);
    }
  }

  /** Takes no more hints. */
  stop(): void {
    this.rest();
    if (this.gathering) clearTimeout(this.gathering);
  }

  private listen(): void {
    this.timer = setInterval(() => this.pollQuietly(), EVENT_POLL_MS);
    this.offs = [
      this.hints.on('events', (run) => (run === null ? this.pollQuietly() : this.nudgeSoon(run))),
      this.hints.on('finished', (run) => run !== null && this.nudgeNow(run)),
    ];
  }

  private rest(): void {
    for (const off of this.offs) off();
    this.offs = [];
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** Busy runs tell of events many times in a moment: they are read once, and together. */
  private nudgeSoon(run: Id): void {
    if (!this.followers.has(run)) return;
    this.pending.add(run);
    this.gathering ??= setTimeout(() => {
      this.gathering = null;
      for (const gathered of [...this.pending]) this.nudgeNow(gathered);
    }, EVENT_GATHER_MS);
  }

  private nudgeNow(run: Id): void {
    this.pending.delete(run);
    for (const follower of this.followers.get(run) ?? []) nudge(follower);
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
    if (this.followers.size === 0) this.rest();
  }

  private pollQuietly(): void {
    void this.poll().catch(this.onError);
  }

  private async poll(): Promise<void> {
    const runs = [...this.followers.keys()];
    const positions = new Map((await readEventPositions(this.database, runs)).map((at) => [at.run, at]));
    for (const run of runs) {
      const at = positions.get(run);
      for (const follower of this.followers.get(run) ?? []) {
        follower.over = at === undefined || at.finished;
        if (follower.over || at === undefined || at.lastEvent > follower.position) nudge(follower);
      }
    }
  }
}

function nudge(follower: Follower): void {
  follower.nudged = true;
  follower.wake();
}

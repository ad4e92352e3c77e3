import type { Id, RecordedEvent } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { readEventPositions, readEvents } from '@assay/questions';
import type { HintBus } from '@assay/work';
import { EVENT_PAGE, EVENT_POLL_MS } from '../api.config.js';

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
  private readonly off: () => void;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly database: Queryable,
    hints: Pick<HintBus, 'on'>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.off = hints.on('events', (run) => {
      for (const follower of this.followers.get(run) ?? []) nudge(follower);
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
        const events = await readEvents(this.database, run, follower.position, EVENT_PAGE);
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
    this.off();
    if (this.timer) clearInterval(this.timer);
  }

  private add(follower: Follower): void {
    const all = this.followers.get(follower.run) ?? new Set();
    this.followers.set(follower.run, all.add(follower));
    this.timer ??= setInterval(() => void this.poll().catch(this.onError), EVENT_POLL_MS);
  }

  private remove(follower: Follower): void {
    const all = this.followers.get(follower.run);
    all?.delete(follower);
    if (all?.size === 0) this.followers.delete(follower.run);
    if (this.followers.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
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

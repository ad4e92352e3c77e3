import { readFileSync } from 'node:fs';

/** Most wall time beyond the limit, ms. The coordinator waits longer (`PROBER_WAIT_MS`). */
const MOST_LONGER = 8000;

interface Scheduled {
  ran: number;
  /** Runnable without a processor. */
  waited: number;
}

/** Replaced in tests. */
export interface ClockSource {
  now: () => number;
  scheduled: () => Scheduled;
}

const SYSTEM: ClockSource = { now: () => performance.now(), scheduled };

/** Milliseconds as on an unloaded machine: wall time times the share of runnable time that the thread ran. */
export class ProbeClock {
  private readonly startedAt: number;
  private readonly before: Scheduled;

  constructor(private readonly source: ClockSource = SYSTEM) {
    this.startedAt = source.now();
    this.before = source.scheduled();
  }

  /** Wall time, ms. */
  get elapsedMs(): number {
    return this.source.now() - this.startedAt;
  }

  isWithin(milliseconds: number): boolean {
    const { elapsedMs } = this;
    if (elapsedMs >= milliseconds + MOST_LONGER) return false;
    const now = this.source.scheduled();
    const [ran, waited] = [now.ran - this.before.ran, now.waited - this.before.waited];
    const share = ran > 0 ? ran / (ran + waited) : 1;
    return elapsedMs * share < milliseconds;
  }
}

function scheduled(): Scheduled {
  try {
    const [ran = '', waited = ''] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return { ran: 0, waited: 0 };
  }
}

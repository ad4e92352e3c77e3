import { readFileSync } from 'node:fs';

/** By the clock a probe may take so much longer than its limit, in milliseconds: a question waits 12 s longer for it. */
const MOST_LONGER = 8000;

/** What the scheduler says of this thread, in milliseconds. */
interface Scheduled {
  ran: number;
  /** Ready to run, and not given a processor. */
  waited: number;
}

/** What a clock reads; tests put their own in place. */
export interface ClockSource {
  now: () => number;
  scheduled: () => Scheduled;
}

const SYSTEM: ClockSource = { now: () => performance.now(), scheduled };

/**
 * Measures a probe in milliseconds of an unloaded machine: the time by the clock, times the share of it for which a
 * thread that was ready to run had a processor. By the clock alone if the system does not report that share.
 */
export class ProbeClock {
  private readonly startedAt: number;
  private readonly before: Scheduled;

  constructor(private readonly source: ClockSource = SYSTEM) {
    this.startedAt = source.now();
    this.before = source.scheduled();
  }

  /** By the clock, in milliseconds. */
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

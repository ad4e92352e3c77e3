import type { QueueName } from '@assay/contracts';

/** How a consumer gets on. */
export interface ConsumerProgress {
  queue: QueueName;
  jobsUnderWay: number;
  jobsAtMost: number;
  /** When it last took or ended a job, or began to look for some; `performance.now()`. */
  movedAt: number;
}

/** How long a consumer may take no job while its queue has work, milliseconds. */
export interface StandstillLimits {
  /** With room for another job: taking one is a matter of milliseconds. */
  free: number;
  /** With all its slots taken: by jobs that may be long, but not for ever. */
  full: number;
}

/** What is watched. */
interface Watched {
  progress(): readonly ConsumerProgress[];
  hasWaiting(queue: QueueName): Promise<boolean>;
}

interface Standstill {
  /** When its consumer had last moved when it was last looked at. */
  movedAt: number;
  /** Since when it has stood still before waiting work; null while it has not. */
  since: number | null;
  full: boolean;
}

/**
 * Notices consumers that take nothing although their queue has work. Call `look` every few seconds: a consumer
 * is stuck when, at every look over the limit's time, work was waiting and it had neither taken nor ended a job.
 */
export class ConsumerWatch {
  private readonly standstills = new Map<ConsumerProgress, Standstill>();
  private looking = false;

  constructor(
    private readonly watched: Watched,
    private readonly limits: StandstillLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The queues whose consumers are stuck. */
  stuck(): QueueName[] {
    return [...this.standstills].flatMap(([{ queue }, { since, full }]) => {
      const limit = full ? this.limits.full : this.limits.free;
      return since !== null && this.now() - since >= limit ? [queue] : [];
    });
  }

  async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      const consumers = this.watched.progress();
      for (const known of [...this.standstills.keys()]) if (!consumers.includes(known)) this.standstills.delete(known);
      await Promise.all(consumers.map((consumer) => this.lookAt(consumer)));
    } finally {
      this.looking = false;
    }
  }

  private async lookAt(consumer: ConsumerProgress): Promise<void> {
    const { movedAt, jobsUnderWay, jobsAtMost } = consumer;
    const before = this.standstills.get(consumer);
    const moved = before === undefined || before.movedAt !== movedAt;
    // queues that cannot be asked are away, which is no fault of their consumers
    const waiting = !moved && (await this.watched.hasWaiting(consumer.queue).catch(() => false));
    const since = waiting ? (before.since ?? this.now()) : null;
    this.standstills.set(consumer, { movedAt, since, full: jobsUnderWay >= jobsAtMost });
  }
}

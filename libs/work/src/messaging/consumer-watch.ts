import type { QueueName } from '@assay/contracts';

export interface ConsumerProgress {
  queue: QueueName;
  jobsUnderWay: number;
  jobsAtMost: number;
  /** Last take, end or start of a job; `performance.now()`. */
  movedAt: number;
}

/** How long a consumer may idle while its queue has work, milliseconds. */
export interface StandstillLimits {
  /** With free slots: taking a job takes milliseconds. */
  free: number;
  /** With all slots busy. */
  full: number;
}

interface Watched {
  progress(): readonly ConsumerProgress[];
  hasWaiting(queue: QueueName): Promise<boolean>;
}

interface Standstill {
  /** `movedAt` at the last look. */
  movedAt: number;
  /** Start of the current standstill. */
  since: number | null;
  full: boolean;
}

/**
 * Detects consumers that did not move while work waited, at every look for at least the limit. Call `look` every few
 * seconds.
 */
export class ConsumerWatch {
  private readonly standstills = new Map<ConsumerProgress, Standstill>();
  private looking = false;

  constructor(
    private readonly watched: Watched,
    private readonly limits: StandstillLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

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
      await Promise.all(consumers.map((consumer) => this.inspect(consumer)));
    } finally {
      this.looking = false;
    }
  }

  private async inspect(consumer: ConsumerProgress): Promise<void> {
    const { movedAt, jobsUnderWay, jobsAtMost } = consumer;
    const before = this.standstills.get(consumer);
    const moved = before === undefined || before.movedAt !== movedAt;
    // unreachable queues do not blame their consumers
    const waiting = !moved && (await this.watched.hasWaiting(consumer.queue).catch(() => false));
    const since = waiting ? (before.since ?? this.now()) : null;
    this.standstills.set(consumer, { movedAt, since, full: jobsUnderWay >= jobsAtMost });
  }
}

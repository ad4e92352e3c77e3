import type { QueueName } from '@assay/contracts';

/** How a consumer gets on. */
export interface ConsumerProgress {
  queue: QueueName;
  /** Jobs under way. */
  running: number;
  concurrency: number;
  /** When it last took or ended a job, or began to look for some; `performance.now()`. */
  movedAt: number;
}

/** Notes each job that a consumer takes and ends. */
export class ProgressNotes implements ConsumerProgress {
  running = 0;
  movedAt = performance.now();

  constructor(
    readonly queue: QueueName,
    readonly concurrency: number,
  ) {}

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.running += 1;
    this.movedAt = performance.now();
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.movedAt = performance.now();
    }
  }
}

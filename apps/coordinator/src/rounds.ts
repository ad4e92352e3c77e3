import type { Logger } from '@assay/runtime';

/** Repeats an action, one at a time. */
export class Rounds {
  private timer: NodeJS.Timeout | null = null;
  private isUnderWay = false;
  private isWanted = false;

  constructor(
    private readonly action: () => Promise<void>,
    private readonly logger: Logger,
    /** Logged if it fails. */
    private readonly failure: string,
  ) {}

  start(everyMs: number): void {
    this.timer = setInterval(() => void this.run(), everyMs);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  /** Starts a round, or another one after the round under way; nothing after `stop`. */
  async run(): Promise<void> {
    this.isWanted = true;
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    while (this.isWanted && this.timer) {
      this.isWanted = false;
      await this.action().catch((err: unknown) => this.logger.warn({ err }, this.failure));
    }
    this.isUnderWay = false;
  }
}

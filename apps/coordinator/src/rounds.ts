import type { Logger } from '@assay/runtime';

/** Repeats an action, one at a time. */
export class Rounds {
  private timer: NodeJS.Timeout | null = null;
  private isUnderWay = false;

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
  }

  private async run(): Promise<void> {
    if (this.isUnderWay) return;
    this.isUnderWay = true;
    try {
      await this.action();
    } catch (err) {
      this.logger.warn({ err }, this.failure);
    } finally {
      this.isUnderWay = false;
    }
  }
}

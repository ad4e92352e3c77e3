/** At least `SHARE` times the last duration. */
const PAUSE_MS = 250;
const SHARE = 2;

/** Refreshes on demand, never concurrently. */
export class Refresher {
  private busy = false;
  private wanted = false;
  private stopped = false;

  constructor(
    private readonly refresh: () => Promise<unknown>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  want(): void {
    this.wanted = true;
    if (!this.busy) void this.run();
  }

  stop(): void {
    this.stopped = true;
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      const begun = this.now();
      // Shown where the data is.
      await this.refresh().catch(() => undefined);
      const pause = Math.max(PAUSE_MS, (this.now() - begun) * SHARE);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.busy = false;
  }
}

/** Time between two refreshes at least, milliseconds; and as much of what the last one took. */
const PAUSE_MS = 250;
const SHARE = 2;

/** Does something again when it is wanted, but never twice at once, and with pauses as long as it takes. */
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

  /** Nothing is begun any more. */
  stop(): void {
    this.stopped = true;
  }

  private async run(): Promise<void> {
    this.busy = true;
    while (this.wanted && !this.stopped) {
      this.wanted = false;
      const begun = this.now();
      // what fails says so where it is shown; here it only ends this turn
      await this.refresh().catch(() => undefined);
      const pause = Math.max(PAUSE_MS, (this.now() - begun) * SHARE);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    this.busy = false;
  }
}

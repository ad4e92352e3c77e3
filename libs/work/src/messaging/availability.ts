import { setTimeout as delay } from 'node:timers/promises';

interface AvailabilityOptions {
  /** Rejects while the system is unreachable. */
  probe: () => Promise<void>;
  retryMs: number;
}

/** Tracks whether a system answers. A failure makes it unavailable until a probe succeeds. */
export class Availability {
  private probing = false;
  private stopped = false;

  constructor(private readonly options: AvailabilityOptions) {}

  get isAvailable(): boolean {
    return !this.probing;
  }

  async check(): Promise<boolean> {
    try {
      await this.options.probe();
      return true;
    } catch {
      this.failed();
      return false;
    }
  }

  failed(): void {
    if (this.probing || this.stopped) return;
    this.probing = true;
    void this.probeUntilReachable();
  }

  stop(): void {
    this.stopped = true;
  }

  private async probeUntilReachable(): Promise<void> {
    while (!this.stopped && !(await this.check())) await delay(this.options.retryMs, undefined, { ref: false });
    this.probing = false;
  }
}

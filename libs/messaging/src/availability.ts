import { setTimeout as delay } from 'node:timers/promises';

/** How another system is asked whether it answers. */
interface AvailabilityOptions {
  /** Rejects while the system is unreachable. */
  probe: () => Promise<void>;
  /** Pause between two probes of an unreachable system, milliseconds. */
  retryMs: number;
}

/** Whether another system answers. A failure makes it unavailable; probes repeat until one succeeds. */
export class Availability {
  private probing = false;
  private stopped = false;

  constructor(private readonly options: AvailabilityOptions) {}

  /** False from a failure until a probe succeeds. */
  get isAvailable(): boolean {
    return !this.probing;
  }

  /** Asks now. */
  async check(): Promise<boolean> {
    try {
      await this.options.probe();
      return true;
    } catch {
      this.failed();
      return false;
    }
  }

  /** A call failed: the system counts as unavailable until a probe succeeds. */
  failed(): void {
    if (this.probing || this.stopped) return;
    this.probing = true;
    void this.probeUntilBack();
  }

  /** Ends the probes. */
  stop(): void {
    this.stopped = true;
  }

  private async probeUntilBack(): Promise<void> {
    while (!this.stopped && !(await this.check())) await delay(this.options.retryMs, undefined, { ref: false });
    this.probing = false;
  }
}

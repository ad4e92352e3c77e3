import { Injectable } from '@nestjs/common';
import type { Logger } from '../logging/logger.js';

export interface Drainable {
  /**
   * Resolves when work has ended or was released.
   * @param deadline aborts when the rest must be released
   */
  drain(deadline: AbortSignal): Promise<void>;
}

/** Drains before Nest's hooks, which close queues and pools together; finishing tasks need both. */
@Injectable()
export class DrainRegistry {
  private readonly drainables = new Map<string, Drainable>();
  private isDraining = false;

  get draining(): boolean {
    return this.isDraining;
  }

  register(name: string, drainable: Drainable): void {
    this.drainables.set(name, drainable);
  }

  announce(): void {
    this.isDraining = true;
  }

  async drainAll(timeoutMs: number, logger: Logger): Promise<void> {
    this.announce();
    const late = new Set(this.drainables.keys());
    const deadline = AbortSignal.timeout(timeoutMs);
    const drained = [...this.drainables].map(async ([name, drainable]) => {
      await drainable.drain(deadline).catch((err: unknown) => logger.error({ err, part: name }, 'could not drain'));
      late.delete(name);
    });
    let giveUp: NodeJS.Timeout | undefined;
    // One second more than the drainables have.
    const timeUp = new Promise<void>((resolve) => (giveUp = setTimeout(resolve, timeoutMs + 1000)));
    await Promise.race([Promise.all(drained), timeUp]);
    clearTimeout(giveUp);
    if (late.size > 0) logger.warn({ parts: [...late] }, 'still busy when the time to drain was over');
  }
}

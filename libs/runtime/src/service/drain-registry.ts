import { Injectable } from '@nestjs/common';
import type { Logger } from '../logging/logger.js';

/** Something that takes in work and can stop doing so. */
export interface Drainable {
  /**
   * Takes in nothing more and resolves once what is in flight has ended or was handed back.
   * @param deadline - aborted when there is no more time: let go of what is left
   */
  drain(deadline: AbortSignal): Promise<void>;
}

/**
 * Who must come to rest before modules are destroyed. Nest's own hooks close queues and database pools in one sweep;
 * workers that are still finishing a task need both, so they are drained before any hook runs.
 */
@Injectable()
export class DrainRegistry {
  private readonly drainables = new Map<string, Drainable>();
  private isDraining = false;

  /** Whether this process is on its way out (and so not ready). */
  get draining(): boolean {
    return this.isDraining;
  }

  register(name: string, drainable: Drainable): void {
    this.drainables.set(name, drainable);
  }

  /** From now on this process is not ready, so that it is sent no more; what it has goes on. */
  announce(): void {
    this.isDraining = true;
  }

  /** Drains all of them at once; returns, and says who was late, when the time is up. */
  async drainAll(timeoutMs: number, logger: Logger): Promise<void> {
    this.announce();
    const late = new Set(this.drainables.keys());
    const deadline = AbortSignal.timeout(timeoutMs);
    const drained = [...this.drainables].map(async ([name, drainable]) => {
      await drainable.drain(deadline).catch((err: unknown) => logger.error({ err, part: name }, 'could not drain'));
      late.delete(name);
    });
    let giveUp: NodeJS.Timeout | undefined;
    // The parts hear of the deadline themselves; one more second is theirs to act on it.
    const timeUp = new Promise<void>((resolve) => (giveUp = setTimeout(resolve, timeoutMs + 1000)));
    await Promise.race([Promise.all(drained), timeUp]);
    clearTimeout(giveUp);
    if (late.size > 0) logger.warn({ parts: [...late] }, 'still busy when the time to drain was over');
  }
}

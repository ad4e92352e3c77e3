import type { Id } from '@assay/contracts';
import { extendTask, type Database } from '@assay/persistence';
import { outlastOutages } from './outlast-outages.js';
import type { TaskProcess } from './task-process.js';
import { RUN_MARGIN_MS, RUN_SECONDS } from './timing.js';

/**
 * Remaining time of a task. Longer calls extend it first: otherwise the task would be taken back and paid for again.
 */
export class RunTime {
  private until = performance.now() + RUN_SECONDS * 1000;

  constructor(
    private readonly parts: { database: Database; process: Pick<TaskProcess, 'confirmClaims'> },
    private readonly claimed: { task: Id; claim: Id },
    private readonly signal: AbortSignal,
  ) {}

  /** Ensures the claim and this many milliseconds; writes only if needed. Rejects if the claim was lost. */
  async allow(ms: number): Promise<void> {
    await this.parts.process.confirmClaims();
    this.signal.throwIfAborted();
    const wanted = performance.now() + ms + RUN_MARGIN_MS;
    if (wanted <= this.until) return;
    const { task, claim } = this.claimed;
    const seconds = ms / 1000 + RUN_SECONDS;
    const until = performance.now() + seconds * 1000;
    await outlastOutages(() => extendTask(this.parts.database, task, claim, seconds), this.signal);
    this.until = until;
  }
}

import { wait } from './wait.js';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5_000;

/** Limits how long connecting may fail, with pauses that double up to 5 s. */
export class ReconnectBudget {
  private failingSince: number | null = null;
  private delayMs = FIRST_DELAY_MS;
  private suggestedMs = 0;

  constructor(private readonly limitMs: number) {}

  restore(): void {
    this.failingSince = null;
    this.delayMs = FIRST_DELAY_MS;
  }

  /** Starts again after a connection of 5 s or more. */
  lived(milliseconds: number): void {
    if (milliseconds >= LONGEST_DELAY_MS) this.restore();
  }

  suggest(delayMs: number): void {
    this.suggestedMs = Math.min(delayMs, LONGEST_DELAY_MS);
  }

  /**
   * Waits at least `askedMs`.
   * @throws `problem` beyond the limit, or the signal's reason
   */
  async waitOr(problem: Error, askedMs: number | null, signal: AbortSignal | undefined): Promise<void> {
    const now = Date.now();
    this.failingSince ??= now;
    const delayMs = Math.max(askedMs ?? 0, this.suggestedMs, this.delayMs);
    if (now + delayMs - this.failingSince > this.limitMs) throw problem;
    this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
    await wait(delayMs, signal);
  }
}

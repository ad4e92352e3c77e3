import { InfrastructureError, PermanentError, toErrorNote, type ErrorNote, type Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { ModelUnavailableError, type ModelUnavailableCode } from '@assay/llm';
import { LRUCache } from 'lru-cache';

/** Failures in a row after which calls are refused unasked. */
const FAILURES_TO_OPEN = 5;

/**
 * The breaker of one endpoint and model in this process. A model that is away is asked by one call a second instead
 * of by all; who is refused has lost no attempt, unless the model stays away.
 */
export class Circuit {
  private failures = 0;
  private openUntil = 0;
  private probeUntil = 0;
  private lastError: ErrorNote = { code: 'MODEL_UNREACHABLE', message: 'The model cannot be reached.' };
  private failedFirstAt = 0;
  private failedLastAt = 0;
  /** When each task first met this outage. */
  private readonly troubles = new LRUCache<Id, number>({ max: 10_000 });

  /** @param now milliseconds of a steady clock */
  constructor(
    private readonly name: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether calls are refused now, or one finds out whether they need be. */
  get isOpen(): boolean {
    return this.failures >= FAILURES_TO_OPEN && this.now() - this.failedLastAt <= timing.circuitForget;
  }

  /**
   * To be called before a call.
   * @throws InfrastructureError CIRCUIT_OPEN with the time until the next try
   * @throws PermanentError with the endpoint's own last error, for a task that has been refused for too long
   */
  pass(task: Id): void {
    const now = this.now();
    if (this.failures > 0 && now - this.failedLastAt > timing.circuitForget) this.succeeded();
    if (this.failures < FAILURES_TO_OPEN) return;
    if (now >= this.openUntil) {
      // a probe that is not refused within its time has found somebody there: the others may go as well
      if (this.probeUntil === 0) this.probeUntil = now + timing.circuitProbe;
      else if (now < this.probeUntil) throw this.refusal(task, now, now + timing.circuitOpen);
      return;
    }
    throw this.refusal(task, now, this.openUntil);
  }

  /** The endpoint answered, be it with a refusal: it is there. */
  succeeded(): void {
    this.failures = 0;
    this.probeUntil = 0;
    // clearing walks through all the room it has, and most calls answer while nothing is wrong
    if (this.troubles.size > 0) this.troubles.clear();
  }

  /**
   * Learns from what a call threw. What comes back is to be thrown in its place: once the breaker is open, a call that
   * finds the model still away costs its task no more than a refusal does.
   */
  failed(task: Id, error: unknown): unknown {
    if (!isOutage(error)) {
      this.succeeded();
      return error;
    }
    const now = this.now();
    if (this.failures === 0) this.failedFirstAt = now;
    this.failedLastAt = now;
    this.failures += 1;
    this.lastError = toErrorNote(error);
    this.probeUntil = 0;
    if (!this.troubles.has(task)) this.troubles.set(task, now);
    if (this.failures < FAILURES_TO_OPEN) return error;
    this.openUntil = now + timing.circuitOpen;
    return this.refusal(task, now, Math.max(this.openUntil, now + (error.retryAfterMs ?? 0)));
  }

  /** A call ended without a word about the endpoint: the next one may find out. */
  aborted(): void {
    this.probeUntil = 0;
  }

  private refusal(task: Id, now: number, until: number): Error {
    const since = this.troubles.get(task) ?? now;
    this.troubles.set(task, since);
    const { code, message } = this.lastError;
    const awayMs = now - this.failedFirstAt;
    if (
      now - since >= timing.circuitGiveUp ||
      (awayMs >= timing.circuitGiveUp && now - since >= timing.circuitLatecomer)
    ) {
      const seconds = Math.round(awayMs / 1000);
      return new PermanentError(code, `${message} It has been away for ${seconds} s.`);
    }
    return new InfrastructureError('CIRCUIT_OPEN', `${this.name} is away and is asked again soon: ${message}`, {
      retryAfterMs: until - now + Math.random() * this.spreadMs(),
    });
  }

  private spreadMs(): number {
    return Math.min(
      timing.circuitLongestSpread,
      Math.max(timing.circuitSpread, this.troubles.size * timing.circuitSpreadPerTask),
    );
  }
}

/** What says that the other side is away or broken down; anything else it says shows that it is there. */
const OUTAGES: ReadonlySet<string> = new Set([
  'MODEL_UNREACHABLE',
  'MODEL_TIMEOUT',
  'MODEL_OVERLOADED',
  'MODEL_SERVER_ERROR',
] satisfies ModelUnavailableCode[]);

function isOutage(error: unknown): error is ModelUnavailableError {
  return error instanceof ModelUnavailableError && OUTAGES.has(error.code);
}

import { InfrastructureError, PermanentError, toErrorNote, type ErrorNote, type Id } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { ModelUnavailableError, type ModelUnavailableCode } from '@assay/llm';
import { LRUCache } from 'lru-cache';

const FAILURES_TO_OPEN = 5;

/**
 * Circuit breaker of an endpoint and model in this process. While open, one call a second probes. A refused task loses
 * no attempt unless the outage lasts.
 */
export class Circuit {
  private failures = 0;
  private openUntil = 0;
  private probeUntil = 0;
  private lastError: ErrorNote = { code: 'MODEL_UNREACHABLE', message: 'The model cannot be reached.' };
  private failedFirstAt = 0;
  private failedLastAt = 0;
  /** Tasks that share a call report the same error. */
  private readonly counted = new WeakSet<object>();
  /** When each task first met this outage. */
  private readonly troubles = new LRUCache<Id, number>({ max: 10_000 });

  /** @param now steady clock, milliseconds */
  constructor(
    private readonly name: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether calls are refused or a probe is running. */
  get isOpen(): boolean {
    return this.failures >= FAILURES_TO_OPEN && this.now() - this.failedLastAt <= timing.circuitMemory;
  }

  /**
   * Call before each request.
   * @throws InfrastructureError CIRCUIT_OPEN with the time to the next try
   * @throws PermanentError with the endpoint's last error, once the task has waited too long in this outage
   */
  pass(task: Id): void {
    const now = this.now();
    if (this.failures > 0 && now - this.failedLastAt > timing.circuitMemory) this.succeeded();
    if (this.failures < FAILURES_TO_OPEN) return;
    if (now >= this.openUntil) {
      // a probe still running after its time has reached the model: calls pass
      if (this.probeUntil === 0) this.probeUntil = now + timing.circuitProbe;
      else if (now < this.probeUntil) throw this.refusal(task, now, now + timing.circuitOpen);
      return;
    }
    throw this.refusal(task, now, this.openUntil);
  }

  /** Closes the circuit: the endpoint answered. */
  succeeded(): void {
    this.failures = 0;
    this.probeUntil = 0;
    // clear() walks its whole capacity
    if (this.troubles.size > 0) this.troubles.clear();
  }

  /**
   * Counts an outage; any other error closes the circuit. Returns the error to throw: with the circuit open, it costs
   * the task no attempt.
   */
  failed(task: Id, error: unknown): unknown {
    if (!isOutage(error)) {
      this.succeeded();
      return error;
    }
    const now = this.now();
    if (!this.counted.has(error)) {
      this.counted.add(error);
      if (this.failures === 0) this.failedFirstAt = now;
      this.failedLastAt = now;
      this.failures += 1;
    }
    this.lastError = toErrorNote(error);
    this.probeUntil = 0;
    if (!this.troubles.has(task)) this.troubles.set(task, now);
    if (this.failures < FAILURES_TO_OPEN) return error;
    this.openUntil = now + timing.circuitOpen;
    return this.refusal(task, now, Math.max(this.openUntil, now + (error.retryAfterMs ?? 0)));
  }

  /** Aborted by us; says nothing about availability. */
  aborted(): void {
    this.probeUntil = 0;
  }

  private refusal(task: Id, now: number, until: number): Error {
    const since = this.troubles.get(task) ?? now;
    this.troubles.set(task, since);
    const { code, message } = this.lastError;
    if (now - since >= timing.circuitGiveUp) {
      const seconds = Math.round((now - this.failedFirstAt) / 1000);
      return new PermanentError(code, `${message} It has been unreachable for ${seconds} s.`);
    }
    return new InfrastructureError('CIRCUIT_OPEN', `${this.name} is unreachable and will be retried soon: ${message}`, {
      retryAfterMs: until - now + Math.random() * timing.circuitSpread,
    });
  }
}

/** No connection, a timeout (also HTTP 408, 504), a server error (other 5xx, 409, 425). */
const OUTAGES: ReadonlySet<string> = new Set([
  'MODEL_UNREACHABLE',
  'MODEL_TIMEOUT',
  'MODEL_OVERLOADED',
  'MODEL_SERVER_ERROR',
] satisfies ModelUnavailableCode[]);

function isOutage(error: unknown): error is ModelUnavailableError {
  return error instanceof ModelUnavailableError && OUTAGES.has(error.code);
}

import { targetFault } from '@assay/target-database';

/** When a database is left alone, and for how long; times in milliseconds. */
export interface BreakerPolicy {
  /** Failures in a row that open the circuit. */
  failures: number;
  /** How long it stays open the first time; doubled each time a probe fails. */
  openMs: number;
  longestOpenMs: number;
}

const BREAKER_POLICY: BreakerPolicy = { failures: 3, openMs: 5000, longestOpenMs: 60_000 };

/**
 * Fails fast while a database is dead: after some failures in a row nobody is let through for a while, then one
 * request as a probe, whose outcome closes the circuit or opens it for longer.
 */
export class CircuitBreaker {
  readonly #policy: BreakerPolicy;
  readonly #now: () => number;
  #failures = 0;
  #openMs: number;
  #openUntil: number | null = null;
  #probing = false;

  constructor(policy: BreakerPolicy = BREAKER_POLICY, now: () => number = () => performance.now()) {
    this.#policy = policy;
    this.#now = now;
    this.#openMs = policy.openMs;
  }

  /** @throws InfrastructureError `TARGET_UNAVAILABLE` with the time to wait, while the circuit is open */
  admit(): void {
    if (this.#openUntil === null) return;
    const wait = this.#openUntil - this.#now();
    if (wait > 0) throw targetFault('TARGET_UNAVAILABLE', Math.ceil(wait));
    if (this.#probing) throw targetFault('TARGET_UNAVAILABLE', this.#policy.openMs);
    this.#probing = true;
  }

  /** The database answered, be it with an error of the statement. */
  succeeded(): void {
    this.#failures = 0;
    this.#openMs = this.#policy.openMs;
    this.#openUntil = null;
    this.#probing = false;
  }

  /** The database failed; true when that opened the circuit (again). */
  failed(): boolean {
    this.#failures += 1;
    const probed = this.#probing;
    this.#probing = false;
    if (!probed && this.#failures < this.#policy.failures) return false;
    if (probed) this.#openMs = Math.min(this.#policy.longestOpenMs, this.#openMs * 2);
    this.#openUntil = this.#now() + this.#openMs;
    return true;
  }

  /** A request ended without saying anything about the database: it was cancelled. */
  abstained(): void {
    this.#probing = false;
  }
}

import { InfrastructureError } from '@assay/contracts';
import { targetFault } from '@assay/target-database';

/** When a database is left alone, and for how long; times in milliseconds. */
export interface BreakerPolicy {
  /** Failures in a row that open the circuit. */
  failures: number;
  /** How long it stays open the first time; doubled each time a probe fails. */
  openMs: number;
  longestOpenMs: number;
}

/** The first question after a database is back should not wait; a connection every two seconds costs little. */
const BREAKER_POLICY: BreakerPolicy = { failures: 3, openMs: 1000, longestOpenMs: 2000 };

/** Failures this far back, in milliseconds, belong to another outage. */
const FORGET_MS = 60_000;

/**
 * Fails fast while a database is dead: after some failures in a row no call is let through for a while, then one
 * request as a probe, whose outcome closes the circuit or opens it for longer.
 */
export class CircuitBreaker {
  private readonly policy: BreakerPolicy;
  private readonly now: () => number;
  private failures = 0;
  private openMs: number;
  private openUntil: number | null = null;
  private probing = false;
  private failingSince = 0;
  private failedAt = 0;
  private lastFault = targetFault('TARGET_UNAVAILABLE');

  constructor(policy: BreakerPolicy = BREAKER_POLICY, now: () => number = () => performance.now()) {
    this.policy = policy;
    this.now = now;
    this.openMs = policy.openMs;
  }

  /** @throws InfrastructureError `TARGET_UNAVAILABLE` with the time to wait and why, while the circuit is open */
  admit(): void {
    if (this.openUntil === null) return;
    const wait = this.openUntil - this.now();
    if (wait > 0) throw this.refusal(Math.ceil(wait));
    if (this.probing) throw this.refusal(this.policy.openMs);
    this.probing = true;
  }

  /** The database answered, be it with an error of the statement. */
  succeeded(): void {
    this.failures = 0;
    this.openMs = this.policy.openMs;
    this.openUntil = null;
    this.probing = false;
  }

  /** Whether requests are refused now, or one finds out whether they need be. */
  get isOpen(): boolean {
    return this.openUntil !== null;
  }

  /** For how long the database has failed without a success between; 0 where it failed once or not at all. */
  get failingMs(): number {
    return this.failures < 2 ? 0 : this.now() - this.failingSince;
  }

  /** The database failed; true when that opened the circuit (again). */
  failed(fault: InfrastructureError): boolean {
    const now = this.now();
    if (this.failures > 0 && now - this.failedAt > FORGET_MS) this.failures = 0;
    if (this.failures === 0) this.failingSince = now;
    this.failedAt = now;
    this.failures += 1;
    this.lastFault = fault;
    const probed = this.probing;
    this.probing = false;
    if (!probed && this.failures < this.policy.failures) return false;
    if (probed) this.openMs = Math.min(this.policy.longestOpenMs, this.openMs * 2);
    this.openUntil = this.now() + this.openMs;
    return true;
  }

  /** A request ended without saying anything about the database: it was cancelled. */
  abstained(): void {
    this.probing = false;
  }

  private refusal(waitMs: number): InfrastructureError {
    return new InfrastructureError('TARGET_UNAVAILABLE', this.lastFault.message, { retryAfterMs: waitMs });
  }
}

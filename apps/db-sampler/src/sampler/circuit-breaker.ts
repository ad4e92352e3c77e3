import { InfrastructureError } from '@assay/contracts';
import { targetFault } from '@assay/target-database';

/** Times in milliseconds. */
export interface BreakerPolicy {
  failures: number;
  /** Initial open time; doubles with each failed probe. */
  openMs: number;
  longestOpenMs: number;
}

/** Short: a connection every two seconds is cheap. */
const BREAKER_POLICY: BreakerPolicy = { failures: 3, openMs: 1000, longestOpenMs: 2000 };

/** A failure this long after the previous one begins another outage. */
const OUTAGE_MEMORY_MS = 60_000;

/** After the open time one request probes; its result closes the circuit or doubles the time. */
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

  admit(): void {
    if (this.openUntil === null) return;
    const wait = this.openUntil - this.now();
    if (wait > 0) throw this.refusal(Math.ceil(wait));
    if (this.probing) throw this.refusal(this.policy.openMs);
    this.probing = true;
  }

  /** The database responded, even with an error. */
  succeeded(): void {
    this.failures = 0;
    this.openMs = this.policy.openMs;
    this.openUntil = null;
    this.probing = false;
  }

  /** Without requests it is no longer known after a minute. */
  get isOpen(): boolean {
    return this.openUntil !== null && this.now() - this.failedAt <= OUTAGE_MEMORY_MS;
  }

  /** Milliseconds since the first failure in a row; 0 until the second. */
  get failingMs(): number {
    return this.failures < 2 ? 0 : this.now() - this.failingSince;
  }

  /** True if this opened the circuit. */
  failed(fault: InfrastructureError): boolean {
    const now = this.now();
    if (this.failures > 0 && now - this.failedAt > OUTAGE_MEMORY_MS) this.failures = 0;
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

  /** The outcome says nothing about the database, as after a cancellation. */
  abstained(): void {
    this.probing = false;
  }

  private refusal(waitMs: number): InfrastructureError {
    return new InfrastructureError('TARGET_UNAVAILABLE', this.lastFault.message, { retryAfterMs: waitMs });
  }
}

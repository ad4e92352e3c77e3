import { Injectable } from '@nestjs/common';
import { DrainRegistry } from './drain-registry.js';

/** Resolves when a part works, rejects with the reason when it does not. */
export type HealthCheck = () => Promise<unknown>;

/** Whether this process should be sent work, and why not. */
export interface Readiness {
  ready: boolean;
  /** `ok`, or what is wrong, by name of the part. */
  checks: Record<string, string>;
  /** What else is worth knowing, by name of the part; absent where no part says anything. */
  details?: Record<string, unknown>;
}

/** Whether a part gets on with its work; answers at once, from what it has noticed by itself. */
export type LivenessCheck = () => boolean;

/** Liveness: whether this process gets on, or should be restarted. */
export interface Liveness {
  alive: boolean;
  checks: Record<string, 'ok' | 'stuck'>;
}

/** A part that does not answer within this time counts as not working, in milliseconds. */
const CHECK_TIMEOUT_MS = 2000;

/** What this process depends on, asked whenever somebody wants to know whether it is ready. */
@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, HealthCheck>();
  private readonly livenessChecks = new Map<string, LivenessCheck>();
  private readonly details = new Map<string, () => unknown>();

  constructor(private readonly drain: DrainRegistry) {}

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  registerLiveness(name: string, check: LivenessCheck): void {
    this.livenessChecks.set(name, check);
  }

  /** Adds to what readiness says; `read` answers at once, with something that may be told as JSON. */
  registerDetail(name: string, read: () => unknown): void {
    this.details.set(name, read);
  }

  /** A process that is stopping lives, however long it takes: its end is limited elsewhere. */
  liveness(): Liveness {
    const results = [...this.livenessChecks].map(([name, check]) => [
      name,
      check() || this.drain.draining ? 'ok' : 'stuck',
    ]);
    const checks = Object.fromEntries(results) as Liveness['checks'];
    return { alive: Object.values(checks).every((outcome) => outcome === 'ok'), checks };
  }

  async readiness(): Promise<Readiness> {
    const results = await Promise.all([...this.checks].map(async ([name, check]) => [name, await outcomeOf(check)]));
    const checks = Object.fromEntries(results) as Record<string, string>;
    if (this.drain.draining) checks['service'] = 'stopping';
    const ready = Object.values(checks).every((outcome) => outcome === 'ok');
    if (this.details.size === 0) return { ready, checks };
    return { ready, checks, details: Object.fromEntries([...this.details].map(([name, read]) => [name, read()])) };
  }
}

async function outcomeOf(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), CHECK_TIMEOUT_MS);
  });
  // The reason may name hosts and users; it goes to the log, and not into the answer.
  const asked = check().then(
    () => 'ok',
    () => 'failing',
  );
  const outcome = await Promise.race([asked, timeout]);
  clearTimeout(timer);
  return outcome;
}

import { Injectable } from '@nestjs/common';
import { DrainRegistry } from './drain-registry.js';

export type HealthCheck = () => Promise<unknown>;

export interface Readiness {
  ready: boolean;
  checks: Record<string, string>;
  details?: Record<string, unknown>;
}

const CHECK_TIMEOUT_MS = 2000;

@Injectable()
export class HealthRegistry {
  private readonly checks = new Map<string, HealthCheck>();
  private readonly details = new Map<string, () => unknown>();

  constructor(private readonly drain: DrainRegistry) {}

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Adds a JSON value to the readiness report. */
  registerDetail(name: string, read: () => unknown): void {
    this.details.set(name, read);
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
  // The error is withheld: it may contain hosts and users.
  const asked = check().then(
    () => 'ok',
    () => 'failing',
  );
  const outcome = await Promise.race([asked, timeout]);
  clearTimeout(timer);
  return outcome;
}

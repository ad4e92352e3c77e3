import { InfrastructureError, type QuestionEvent } from '@assay/contracts';
import { LRUCache } from 'lru-cache';
import { isReleasedUncounted } from '../failure-policy.js';
import type { TaskContext } from '../task-context.js';
import { DEFAULT_GATE_MS } from '../timing.js';

/** Runs and models whose pauses are remembered. */
const REMEMBERED = 1000;
/** Shorter repeated pauses are reported together, milliseconds. */
const QUIET_MS = 5000;

interface Pause {
  /** In performance.now(). */
  until: number;
  /** Pauses that end before are not reported. */
  quietUntil: number;
  times: number;
}

/** Reports to a question that its model puts calls off: a 429, or an open circuit breaker. Tasks share a report. */
export class ModelWaits {
  private readonly pauses = new LRUCache<string, Pause>({ max: REMEMBERED });

  /** @param now steady clock, milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Call with the error of each call. */
  notice({ run, journal }: Pick<TaskContext, 'run' | 'journal'>, agent: string, model: string, error: unknown): void {
    if (run?.product !== 'question' || !isReleasedUncounted(error) || error.code === 'STOPPING') return;
    const now = this.now();
    const asked = error instanceof InfrastructureError ? error.retryAfterMs : null;
    const waitMs = asked ?? DEFAULT_GATE_MS;
    const until = now + waitMs;
    const key = `${run.id} ${model}`;
    const before = this.pauses.get(key) ?? { until: -Infinity, quietUntil: -Infinity, times: 0 };
    const times = before.times + (now >= before.until ? 1 : 0);
    const isKnown = until <= before.quietUntil;
    const quietUntil = isKnown ? before.quietUntil : Math.max(until, now) + QUIET_MS;
    this.pauses.set(key, { until: Math.max(until, before.until), quietUntil, times });
    if (isKnown) return;
    const seconds = Math.ceil(waitMs / 1000);
    const event: QuestionEvent = { type: 'model-waiting', agent, model, seconds, times };
    const { type, ...body } = event;
    journal.publish({ type, body });
  }
}

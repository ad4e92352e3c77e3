import type { TaskContext } from '@assay/work';

export interface FailedCheck {
  name: string;
  error: string;
  suggestion: string | null;
}

/** Failed evidence-critical tests; null if the judge's model failed. */
type Checks = FailedCheck[] | null;

/** Null if the judge's model failed. */
type Passed = boolean | null;

const REMEMBERED = 1000;

/**
 * Asks the judge once per process for candidates of equal behaviour that pass. Failed checks are not shared: reasons are
 * about one SQL, and a corrected SQL may return the same rows. A step records what a task took, so that it can run again.
 */
export class EvidenceChecks {
  private readonly known = new Map<string, PromiseWithResolvers<Passed>>();

  /** @param key equal for candidates with one verdict; null shares nothing */
  async of(context: TaskContext, key: string | null, judge: () => Promise<Checks>): Promise<Checks> {
    if (key === null) return judge();
    const own: PromiseWithResolvers<Passed> = Promise.withResolvers();
    try {
      const step = await context.journal.step('database', key, async () => ({
        answer: { taken: (await this.hasPassed(key, own, context.signal)) ? [] : null },
        raw: null,
        status: 'answered',
        request: { kind: 'evidence' },
      }));
      const { taken } = step.answer as { taken: Checks };
      if (taken !== null) return taken;
      const checks = await judge();
      own.resolve(checks && checks.length === 0);
      return checks;
    } finally {
      // a judge that failed leaves the others to ask
      own.resolve(null);
    }
  }

  private async hasPassed(key: string, own: PromiseWithResolvers<Passed>, signal: AbortSignal): Promise<boolean> {
    for (let before = this.known.get(key); before !== undefined; before = this.known.get(key)) {
      const passed = await unlessAborted(before.promise, signal);
      if (passed !== null) return passed;
      if (this.known.get(key) === before) this.known.delete(key);
    }
    this.known.set(key, own);
    const [oldest = key] = this.known.keys();
    if (this.known.size > REMEMBERED) this.known.delete(oldest);
    return false;
  }
}

async function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([value, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

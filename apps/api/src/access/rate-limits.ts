import { RequestProblem } from '@assay/contracts';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Sums of fractions may fall short of one by this much. */
const ROUNDING = 1e-9;
/** Keys whose use is remembered; one that was evicted starts from zero. */
const KEYS = 10_000;

/** What is counted: every request of a key, those among them that begin work of minutes, wrong keys of an address. */
export type Limited = 'requests' | 'questions' | 'failedKeys';

/** What a key has left, and when that was reckoned. */
interface Bucket {
  left: number;
  at: number;
}

/**
 * How much one key may ask of this process: a bucket per key and kind that holds a minute's worth and is refilled
 * steadily. Each process counts for itself.
 */
export class RateLimits {
  private readonly buckets = new LRUCache<string, Bucket>({ max: 2 * KEYS });

  constructor(
    /** A minute; null for any number. */
    private readonly perMinute: Readonly<Record<Limited, number | null>>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts one more. `owner` is a key, or an address. @throws RequestProblem 429 `RATE_LIMITED` with the seconds after which there is room again */
  take(owner: string, kind: Limited): void {
    const limit = this.perMinute[kind];
    if (limit === null) return;
    const key = `${kind} ${owner}`;
    const now = this.now();
    const { left, at } = this.buckets.get(key) ?? { left: limit, at: now };
    const refilled = Math.min(limit, left + ((now - at) * limit) / MINUTE_MS);
    const enough = refilled >= 1 - ROUNDING;
    this.buckets.set(key, { left: enough ? refilled - 1 : refilled, at: now });
    if (enough) return;
    const waitSeconds = Math.max(1, Math.ceil(((1 - refilled) * MINUTE_MS) / limit / 1000));
    const message =
      kind === 'failedKeys'
        ? 'Too many wrong API keys came from this address; try again later.'
        : `This key may send ${limit} ${kind} a minute; try again later.`;
    throw new RequestProblem(429, 'RATE_LIMITED', message, { retryAfterSeconds: waitSeconds });
  }
}

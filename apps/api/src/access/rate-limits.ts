import { RequestProblem } from '@assay/contracts';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
/** Tolerance for sums of fractions. */
const ROUNDING = 1e-9;
/** Cache size; an evicted key starts with a full bucket. */
const KEYS = 10_000;

/** All requests of a key; requests that start long work; wrong keys of a network. */
export type Limited = 'requests' | 'questions' | 'failedKeys';

interface Bucket {
  left: number;
  at: number;
}

/** Token buckets per key and kind, with a capacity of one minute. Each process counts separately. */
export class RateLimits {
  private readonly buckets = new LRUCache<string, Bucket>({ max: 2 * KEYS });

  constructor(
    private readonly perMinute: Readonly<Record<Limited, number | null>>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param owner a key, a network, a network that reads links, or a question whose links are read
   * @param share of the limit, which leaves one request at least
   */
  take(owner: string, kind: Limited, share = 1): void {
    const whole = this.perMinute[kind];
    if (whole === null) return;
    const limit = Math.max(1, Math.floor(whole * share));
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
        : `At most ${limit} ${kind} a minute are accepted; try again later.`;
    throw new RequestProblem(429, 'RATE_LIMITED', message, { retryAfterSeconds: waitSeconds });
  }
}

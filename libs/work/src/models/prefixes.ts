import type { Completion, ModelRequest } from '@assay/llm';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashOf } from '../block-store.js';

/** Providers forget a prefix that was not used for some minutes. */
const KEPT_MS = 4 * 60_000;
export const AHEAD_MS = 1000;
/** Characters below which no provider caches (1,024 tokens). */
const SHORTEST = 4096;
const REMEMBERED = 2000;

/** `first` resolves when the call that brought it has ended, also by an error. */
interface Prefix {
  usedAt: number;
  first: Promise<unknown>;
}

/**
 * Lets the first call of a new prefix start ahead of others with it, which then find it in the provider's cache. Ends for
 * models that never report cached tokens; some omit a count of zero.
 */
export class Prefixes {
  /** Models that reported cached tokens. */
  private readonly caching = new Set<string>();
  /** Models that answered without. */
  private readonly silent = new Set<string>();
  private readonly prefixes = new LRUCache<string, Prefix>({ max: REMEMBERED });

  /** @param aheadMs longest wait for the first call */
  constructor(private readonly aheadMs = AHEAD_MS) {}

  async call(request: ModelRequest, signal: AbortSignal, send: () => Promise<Completion>): Promise<Completion> {
    const model = `${request.baseUrl}\n${request.model}`;
    const prefix = request.messages.map(({ content, stable = 0 }) => content.slice(0, stable)).join('\n');
    const isHeld = (this.caching.has(model) || !this.silent.has(model)) && prefix.length >= SHORTEST;
    const completion = await (isHeld ? this.inOrder(model + prefix, signal, send) : send());
    (completion.cachedTokens === undefined ? this.silent : this.caching).add(model);
    return completion;
  }

  private async inOrder(prefix: string, signal: AbortSignal, send: () => Promise<Completion>): Promise<Completion> {
    const key = hashOf(prefix);
    const now = performance.now();
    const known = this.prefixes.get(key);
    if (known === undefined || now - known.usedAt > KEPT_MS) {
      const answer = send();
      const first = answer.catch(() => this.prefixes.delete(key));
      this.prefixes.set(key, { usedAt: now, first });
      return answer;
    }
    known.usedAt = now;
    const timer = new AbortController();
    const waited = sleep(this.aheadMs, undefined, { signal: AbortSignal.any([signal, timer.signal]) }).catch(
      () => undefined,
    );
    await Promise.race([known.first, waited]);
    timer.abort();
    return send();
  }
}

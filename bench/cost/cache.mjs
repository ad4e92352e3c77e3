/** The rules of a provider's prompt cache, and prompts as tokens (o200k_base). */
import { createHash } from 'node:crypto';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

/** Tokens of the shortest prefix that is cached, and of each step beyond. */
const MINIMUM = 1024;
const STEP = 128;
/** Price of a cached token, of a fresh one's. */
export const CACHED_PRICE = 0.1;

/** A mark between messages, which no token has. */
const NEXT_MESSAGE = -1;

const ALL_ALLOWED = { allowedSpecial: 'all' };
const encoded = new Map();

export function tokensOf(text) {
  const known = encoded.get(text) ?? encode(text, ALL_ALLOWED);
  encoded.set(text, known);
  return known;
}

/** The tokens of all messages of a request, in order. */
export function promptTokens(messages) {
  return messages.flatMap(({ content }) => [...tokensOf(content), NEXT_MESSAGE]);
}

export function commonPrefix(left, right) {
  const end = left.findIndex((token, index) => token !== right[index]);
  return end < 0 ? left.length : end;
}

/** Prefixes by model and answer format, each with the moment from which it can be hit. */
export class PrefixCache {
  #since = new Map();

  /** Tokens that a call finds in the cache: only prefixes of calls that were answered before it was sent. */
  hit(call) {
    let cached = 0;
    for (const { key, end } of prefixesOf(call)) {
      if (!((this.#since.get(key) ?? Infinity) <= call.sentAt)) break;
      cached = end;
    }
    return cached < MINIMUM ? 0 : cached;
  }

  keep(call) {
    for (const { key } of prefixesOf(call)) {
      this.#since.set(key, Math.min(this.#since.get(key) ?? Infinity, call.answeredAt));
    }
  }

  /** Input tokens of a call, cached ones at their share of the price. */
  bill(call) {
    const cached = this.hit(call);
    this.keep(call);
    return call.tokens.length - cached * (1 - CACHED_PRICE);
  }
}

function* prefixesOf({ tokens, model, format }) {
  const hash = createHash('sha256').update(`${model}\n${format}`);
  for (let end = STEP; end <= tokens.length; end += STEP) {
    hash.update(`${tokens.slice(end - STEP, end).join(' ')}\n`);
    yield { key: hash.copy().digest('base64'), end };
  }
}

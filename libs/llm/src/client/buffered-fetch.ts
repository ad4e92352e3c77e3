import type { Dispatcher } from 'undici';
import { type ResponseHeaderFields, exchange } from './buffered-exchange.js';

/** The SDK drops bodies of failed responses but keeps headers. */
const bodies = new WeakMap<object, Uint8Array>();

/** Null if the headers are not from `bufferedFetch`. */
export function bodyOf(headers: object | undefined | null): Uint8Array | null {
  return headers ? (bodies.get(headers) ?? null) : null;
}

/** Passed through the SDK's `fetchOptions`. */
export interface BufferedFetchOptions {
  /** The SDK's own option is slower. */
  callerSignal: AbortSignal;
}

/**
 * A `fetch` that resolves with the complete body, so the SDK's timeout covers it.
 * @param dispatcher called on first use
 */
export function bufferedFetch(dispatcher: () => Dispatcher | Promise<Dispatcher>): typeof fetch {
  const send = async (url: string, init: RequestInit & Partial<BufferedFetchOptions>): Promise<Response> => {
    const { status, headers, body } = await exchange(await dispatcher(), {
      url: new URL(url),
      headers: Object.fromEntries(init.headers as Headers),
      body: init.body as Uint8Array,
      signals: [init.signal ?? null, init.callerSignal ?? null].filter((signal) => signal !== null),
    });
    const response = new BufferedResponse(status, new ResponseHeaders(headers), body);
    bodies.set(response.headers, body);
    return response as unknown as Response;
  };
  return send as typeof fetch;
}

class ResponseHeaders {
  constructor(private readonly fields: ResponseHeaderFields) {}
  get(name: string): string | null {
    const value = this.fields[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }
  entries(): [string, string][] {
    return Object.keys(this.fields).map((name) => [name, this.get(name) ?? '']);
  }
}

class BufferedResponse {
  readonly ok: boolean;
  readonly body = null;
  constructor(
    readonly status: number,
    readonly headers: ResponseHeaders,
    private readonly bytes: Uint8Array,
  ) {
    this.ok = status >= 200 && status < 300;
  }
  async text(): Promise<string> {
    return new TextDecoder().decode(this.bytes);
  }
}

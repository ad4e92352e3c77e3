import { type Dispatcher, request } from 'undici';

/**
 * Bodies of responses by their headers object: the SDK drops the text of a failed response but hands on its headers,
 * so this is where the raw body of an error is found again.
 */
const bodies = new WeakMap<object, Uint8Array>();

/** The raw body that came with these response headers; null where they are not from `bufferedFetch`. */
export function bodyOf(headers: object | undefined | null): Uint8Array | null {
  return headers ? (bodies.get(headers) ?? null) : null;
}

/**
 * A `fetch` for the SDK that resolves when the whole body is there, so that the SDK's timeout covers the body too, and
 * that builds no web streams: about a third of the CPU time of the built-in `fetch` (see bench/client.bench.mjs).
 */
export function bufferedFetch(dispatcher: Dispatcher): typeof fetch {
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: Object.fromEntries(init.headers as Headers),
      body: init.body as string,
      signal: init.signal ?? undefined,
      // The call has one timeout, the caller's, enforced through the signal.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const bytes = new Uint8Array(await body.arrayBuffer());
    const response = new BufferedResponse(statusCode, new ResponseHeaders(headers), bytes);
    bodies.set(response.headers, bytes);
    return response as unknown as Response;
  };
  return send as typeof fetch;
}

/** The part of `Headers` that the SDK reads. */
class ResponseHeaders {
  readonly #headers: Record<string, string | string[] | undefined>;
  constructor(headers: Record<string, string | string[] | undefined>) {
    this.#headers = headers;
  }
  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }
  entries(): [string, string][] {
    return Object.keys(this.#headers).map((name) => [name, this.get(name) ?? '']);
  }
}

/** The part of `Response` that the SDK reads, over a body that is already here. */
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

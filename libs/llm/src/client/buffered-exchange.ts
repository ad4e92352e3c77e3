import { type Dispatcher } from 'undici';
import { TransportError, transportError } from './transport-error.js';

/** A response whose body is here in full. */
export interface BufferedExchange {
  status: number;
  headers: ResponseHeaderFields;
  body: Uint8Array;
}
export type ResponseHeaderFields = Record<string, string | string[] | undefined>;

export interface ExchangeRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  /** Each of them ends the exchange. */
  signals: AbortSignal[];
}

/** Largest response body, in bytes; answers are a thousand times smaller. */
const MAX_BODY = 64 * 1024 * 1024;

/**
 * POSTs a body and waits for the whole response.
 *
 * Speaks to undici's dispatcher directly: no streams, no abort composition; see bench/client.bench.mjs for what that
 * saves.
 * @throws TransportError
 */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<BufferedExchange> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const response: BufferedExchange = { status: 0, headers: {}, body: new Uint8Array() };
    let length = 0;
    let controller: Dispatcher.DispatchController | null = null;
    const { signals, url } = request;
    const settle = (finish: () => void): void => {
      for (const signal of signals) signal.removeEventListener('abort', abort);
      finish();
    };
    const fail = (error: TransportError): void => {
      settle(() => reject(error));
      controller?.abort(error);
    };
    const abort = (): void => fail(new TransportError('ABORTED'));
    if (signals.some((signal) => signal.aborted)) return abort();
    for (const signal of signals) signal.addEventListener('abort', abort, { once: true });
    dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: request.headers,
        body: request.body,
        // The call has one timeout, the caller's, which comes as a signal.
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      {
        onRequestStart: (started) => {
          controller = started;
          // Aborted while it waited for a connection.
          if (signals.some((signal) => signal.aborted)) started.abort(new TransportError('ABORTED'));
        },
        onResponseStart: (_controller, status, headers) => {
          response.status = status;
          response.headers = headers;
        },
        onResponseData: (_controller, chunk) => {
          length += chunk.length;
          chunks.push(chunk);
          if (length > MAX_BODY) fail(new TransportError('TOO_LARGE'));
        },
        onResponseEnd: () => {
          const [only] = chunks;
          response.body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
          settle(() => resolve(response));
        },
        onResponseError: (_controller, error) => settle(() => reject(transportError(error))),
      },
    );
  });
}

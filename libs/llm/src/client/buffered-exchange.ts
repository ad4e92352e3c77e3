import type { Dispatcher } from 'undici';
import { TransportError, transportError } from './transport-error.js';

export interface BufferedExchange {
  status: number;
  headers: ResponseHeaderFields;
  body: Uint8Array;
}
export type ResponseHeaderFields = Record<string, string | string[] | undefined>;

export interface ExchangeRequest {
  url: URL;
  headers: Record<string, string>;
  body: Uint8Array;
  signals: AbortSignal[];
}

const MAX_BODY = 64 * 1024 * 1024;

/**
 * Buffered POST on undici's dispatcher, without streams (`bench/client`).
 * @throws TransportError
 */
export function exchange(dispatcher: Dispatcher, request: ExchangeRequest): Promise<BufferedExchange> {
  return new Promise((resolve, reject) => {
    const exchanging = new PendingExchange(request.signals, resolve, reject);
    if (!exchanging.start()) return;
    const { url, headers, body } = request;
    const path = url.pathname + url.search;
    // The caller's signal is the only timeout.
    const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
    dispatcher.dispatch({ origin: url.origin, path, method: 'POST', headers, body, ...timeouts }, exchanging);
  });
}

class PendingExchange implements Dispatcher.DispatchHandler {
  private readonly chunks: Buffer[] = [];
  private length = 0;
  private status = 0;
  private headers: ResponseHeaderFields = {};
  private controller: Dispatcher.DispatchController | null = null;

  constructor(
    private readonly signals: AbortSignal[],
    private readonly resolve: (response: BufferedExchange) => void,
    private readonly reject: (error: TransportError) => void,
  ) {}

  /** False if a signal had already fired. */
  start(): boolean {
    if (this.isAborted) {
      this.reject(new TransportError('ABORTED'));
      return false;
    }
    for (const signal of this.signals) signal.addEventListener('abort', this.abort, { once: true });
    return true;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Aborted while waiting for a connection.
    if (this.isAborted) controller.abort(new TransportError('ABORTED'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: ResponseHeaderFields): void {
    this.status = status;
    this.headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
    if (this.length > MAX_BODY) this.fail(new TransportError('TOO_LARGE'));
  }

  onResponseEnd(): void {
    this.release();
    const [only] = this.chunks;
    const body = this.chunks.length === 1 && only !== undefined ? only : Buffer.concat(this.chunks);
    this.resolve({ status: this.status, headers: this.headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.release();
    this.reject(transportError(error));
  }

  private get isAborted(): boolean {
    return this.signals.some((signal) => signal.aborted);
  }

  private readonly abort = (): void => this.fail(new TransportError('ABORTED'));

  private fail(error: TransportError): void {
    this.release();
    this.reject(error);
    this.controller?.abort(error);
  }

  private release(): void {
    for (const signal of this.signals) signal.removeEventListener('abort', this.abort);
  }
}

import type { LookupFunction } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { TransportError, transportError } from './transport-error.js';

/** Further calls wait. */
const CONNECTIONS = 256;
/** Milliseconds. */
const CONNECT_TIMEOUT = 10_000;
const MAX_BODY = 64 * 1024 * 1024;

export interface EndpointResponse {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Uint8Array;
}

/** Connections to endpoints. Lazy: undici needs a newer Node than the parser. */
export class EndpointSockets {
  private agent: Promise<Agent> | null = null;

  constructor(private readonly lookup?: LookupFunction) {}

  /**
   * Sends a chat completion; `signal` is the only timeout, for the whole response.
   * @throws TransportError
   */
  async post(
    { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
    body: object,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<EndpointResponse> {
    try {
      const url = new URL(`${baseUrl.replace(/\/$/, '')}/chat/completions`);
      const agent = await this.open();
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {
          ...headers,
          accept: 'application/json',
          'content-type': 'application/json',
          ...(apiKey && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify(body),
        signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      return { status: response.statusCode, headers: response.headers, body: await wholeBody(response.body) };
    } catch (error) {
      if (error instanceof TransportError) throw error;
      throw signal.aborted ? new TransportError('ABORTED', { cause: error }) : transportError(error);
    }
  }

  async close(): Promise<void> {
    await (await this.agent)?.close();
  }

  private open(): Promise<Agent> {
    const connect = { timeout: CONNECT_TIMEOUT, ...(this.lookup && { lookup: this.lookup }) };
    this.agent ??= import('undici').then((undici) => new undici.Agent({ connections: CONNECTIONS, connect }));
    return this.agent;
  }
}

async function wholeBody(body: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_BODY) throw new TransportError('TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

import type { IncomingHttpHeaders } from 'node:http';

export interface ModelCall {
  method: string;
  /** Below the base URL: `/chat/completions`. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ModelAnswer {
  status: number;
  contentType: string;
  /** Seconds or a date. */
  retryAfter: string | null;
  body: Buffer;
}

export interface ModelCalls {
  answer(call: ModelCall): Promise<ModelAnswer>;
}

export interface UpstreamModel {
  /** Ends in `/v1`, as OPENAI_BASE_URL does. */
  baseUrl: string;
  apiKey: string | null;
}

const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'authorization', 'accept-encoding']);

/** Forwards calls with the model's key instead of the caller's. */
export class UpstreamCalls implements ModelCalls {
  constructor(private readonly upstream: UpstreamModel) {}

  async answer({ method, path, headers, body }: ModelCall): Promise<ModelAnswer> {
    const passed = new Headers();
    for (const [name, value] of Object.entries(headers)) {
      if (typeof value === 'string' && !OWN_HEADERS.has(name)) passed.set(name, value);
    }
    if (this.upstream.apiKey !== null) passed.set('authorization', `Bearer ${this.upstream.apiKey}`);
    const url = this.upstream.baseUrl.replace(/\/$/, '') + path;
    const answer = await fetch(url, { method, headers: passed, body: body.length > 0 ? body : undefined });
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? 'application/json',
      retryAfter: answer.headers.get('retry-after'),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  }
}

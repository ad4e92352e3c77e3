import { problemSchema, type Problem } from './question-schema.js';

export interface Reply<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent unchanged. */
  raw?: string;
}

/** Plain HTTP without our client. */
export class Api {
  constructor(
    readonly url: string,
    readonly headers: Record<string, string> = {},
  ) {}

  async send<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, raw }: RequestOptions = {},
  ): Promise<Reply<Body>> {
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const type: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { ...type, ...this.headers, ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && answer !== '' ? JSON.parse(answer) : answer) as Body,
    };
  }

  get<Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<Reply<Body>> {
    return this.send<Body>('GET', path, undefined, { headers });
  }

  post<Body = unknown>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply<Body>> {
    return this.send<Body>('POST', path, body, { headers });
  }

  /** The body of an expected status. */
  async expect<Body = unknown>(status: number, method: string, path: string, body?: unknown): Promise<Body> {
    const reply = await this.send<Body>(method, path, body);
    if (reply.status === status) return reply.body;
    throw new Error(`${method} ${path} answered ${reply.status}, not ${status}: ${JSON.stringify(reply.body)}`);
  }
}

/** Of a response that is not 2xx. */
export function problemOf(reply: Reply): Problem {
  const type = reply.headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) throw new Error(`an error came as ${type}, not as problem+json`);
  const problem = problemSchema.parse(reply.body);
  if (problem.status !== reply.status) throw new Error(`the problem says ${problem.status}, HTTP ${reply.status}`);
  return problem;
}

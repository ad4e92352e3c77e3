import { hideUrlSecrets } from '@assay/contracts';
import { ApiProblem, readProblem } from './api-problem.js';
import { ConnectionProblem, reasonOf } from './connection-problem.js';

/** A URL resolves such a segment, so the request would reach another resource. */
const DOTS = /\/\.{1,2}(?:\/|$)/;
const NO_NAME = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  code: 'NOT_FOUND',
  detail: 'The name "." or ".." is not allowed.',
};

export interface ClientOptions {
  /** `http://127.0.0.1:3000`; a path before `/v1` is kept. */
  url: string;
  apiKey?: string;
  /** The person signed in, or whom a key acts for. */
  person?: string;
  /** For proxies and tests. */
  fetch?: typeof fetch;
  /** Whole response, ms (default 60 000); of streams only until the headers. */
  timeoutMs?: number;
  /** Ends all requests. */
  signal?: AbortSignal;
}

export interface RequestOptions {
  /** The request rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface HttpRequest extends RequestOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Encoded, with a leading slash. */
  path: string;
  query?: Record<string, string | number | null | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  /** JSON or YAML text, instead of `body`. */
  text?: string;
}

export class HttpTransport {
  readonly url: string;
  private readonly apiKey: string | undefined;
  private readonly person: string | undefined;
  private readonly fetch: typeof fetch;
  private readonly timeoutMs: number;
  private readonly ending: readonly AbortSignal[];

  /** @throws TypeError for an invalid url or one with credentials */
  constructor(options: ClientOptions) {
    this.url = baseUrl(options.url);
    this.apiKey = options.apiKey === '' ? undefined : options.apiKey;
    this.person = options.person;
    this.fetch = options.fetch ?? ((...call) => fetch(...call));
    this.timeoutMs = options.timeoutMs ?? 60_000;
    this.ending = options.signal === undefined ? [] : [options.signal];
  }

  /** @throws ApiProblem, ConnectionProblem */
  async json<Answer>(request: HttpRequest): Promise<Answer> {
    return (await this.answer<Answer>(request)).body;
  }

  async get<Answer>(path: string, options: RequestOptions, query?: object): Promise<Answer> {
    return this.json({ method: 'GET', path, query: { ...query }, ...options });
  }

  async post<Answer>(path: string, options: RequestOptions, body?: unknown): Promise<Answer> {
    return this.json({ method: 'POST', path, body, ...options });
  }

  /**
   * Like `json`, with the 2xx status.
   * @throws ApiProblem, ConnectionProblem
   */
  async answer<Answer>(request: HttpRequest): Promise<{ status: number; body: Answer }> {
    return this.read(request, async (response) => {
      const text = await response.text();
      return { status: response.status, body: this.parse<Answer>(text, response) };
    });
  }

  async text(request: HttpRequest): Promise<string> {
    return this.read(request, async (response) => response.text());
  }

  /**
   * For responses without a body.
   * @throws ApiProblem, ConnectionProblem
   */
  async empty(request: HttpRequest): Promise<void> {
    await this.read(request, async (response) => response.body?.cancel());
  }

  /**
   * The timeout covers only headers.
   * @throws ApiProblem, ConnectionProblem
   */
  async open(request: HttpRequest): Promise<Response> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.timeoutMs);
    try {
      return await this.send(request, limit.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  private async read<Result>(request: HttpRequest, read: (response: Response) => Promise<Result>): Promise<Result> {
    const limit = AbortSignal.timeout(this.timeoutMs);
    const response = await this.send(request, limit);
    try {
      return await read(response);
    } catch (error) {
      throw this.problem(error, request, limit);
    }
  }

  private async send(request: HttpRequest, limit: AbortSignal): Promise<Response> {
    const response = await this.fetch(this.address(request), {
      method: request.method,
      headers: this.headers(request),
      body: request.text ?? bodyOf(request.body),
      signal: AbortSignal.any([...this.signalsOf(request), limit]),
    }).catch((error: unknown) => {
      throw this.problem(error, request, limit);
    });
    if (!response.ok) throw await readProblem(response);
    return response;
  }

  private signalsOf({ signal }: HttpRequest): readonly AbortSignal[] {
    return signal === undefined ? this.ending : [signal, ...this.ending];
  }

  private address(request: HttpRequest): URL {
    if (DOTS.test(request.path)) throw new ApiProblem(NO_NAME);
    const address = new URL(`${this.url}${request.path}`);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
    }
    return address;
  }

  private headers(request: HttpRequest): Record<string, string> {
    return {
      accept: 'application/json',
      ...contentTypeOf(request),
      ...(this.apiKey === undefined ? {} : { authorization: `Bearer ${this.apiKey}` }),
      ...(this.person === undefined ? {} : { 'x-assay-person': encodeURIComponent(this.person) }),
      ...request.headers,
    };
  }

  private problem(error: unknown, request: HttpRequest, limit: AbortSignal): unknown {
    if (error instanceof ConnectionProblem) return error;
    const ended = this.signalsOf(request).find(({ aborted }) => aborted);
    if (ended !== undefined) return ended.reason;
    if (limit.aborted) {
      const message = `Assay at ${this.url} did not answer within ${this.timeoutMs / 1000} s.`;
      return new ConnectionProblem('TIMEOUT', this.url, message, error);
    }
    const message = `Assay at ${this.url} could not be reached: ${reasonOf(error)}.`;
    return new ConnectionProblem('UNREACHABLE', this.url, message, error);
  }

  private parse<Answer>(text: string, response: Response): Answer {
    try {
      return JSON.parse(text) as Answer;
    } catch (error) {
      const kind = response.headers.get('content-type') ?? 'no content type';
      const message = `${this.url} answered with ${kind} instead of JSON; is this the address of Assay?`;
      throw new ConnectionProblem('NOT_ASSAY', this.url, message, error);
    }
  }
}

/** A path with encoded values. */
export function path(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts }, ...values.map(encodeURIComponent));
}

function baseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new TypeError(`${hideUrlSecrets(text)} is not an http(s) URL`);
  if (url.username !== '' || url.password !== '') throw new TypeError('the URL must not contain credentials');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

function bodyOf(body: unknown): string | FormData | undefined {
  return body === undefined || body instanceof FormData ? body : JSON.stringify(body);
}

function contentTypeOf({ text, body }: HttpRequest): Record<string, string> {
  if (text !== undefined) return { 'content-type': 'application/yaml' };
  // Forms set their own type.
  return body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };
}

import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export type FakeAnswer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | {
      events: { sequence: number }[];
      /** Breaks the connection after so many of them. */
      cutAfter?: number;
      /** Keeps the stream open and silent after the last one. */
      hold?: boolean;
    };

type Answering = FakeAnswer | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>);

/** A scripted stand-in for Assay's HTTP API, on a free port of 127.0.0.1. */
export class FakeAssay {
  readonly requests: FakeRequest[] = [];
  private readonly server: Server;
  private readonly routes: { method: string; pattern: RegExp; answers: Answering[] }[] = [];

  private constructor() {
    this.server = createServer((request, response) => {
      this.handle(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<FakeAssay> {
    const fake = new FakeAssay();
    await new Promise<void>((listening) => fake.server.listen(0, '127.0.0.1', listening));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /**
   * Scripts a route, such as `GET /v1/questions/:id`: answers in turn, the last repeats. Replaces earlier ones; other
   * routes answer 404.
   */
  on(route: string, ...answers: Answering[]): this {
    const [method = 'GET', path = '/'] = route.split(' ');
    const pattern = new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`);
    this.routes.unshift({ method, pattern, answers });
    return this;
  }

  requestsTo(route: string): FakeRequest[] {
    const [method, path = '/'] = route.split(' ');
    const pattern = new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`);
    return this.requests.filter((request) => request.method === method && pattern.test(request.path));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    this.requests.push(request);
    const route = this.routes.find(({ method, pattern }) => method === request.method && pattern.test(request.path));
    const answering =
      route === undefined ? NOT_FOUND : route.answers.length > 1 ? route.answers.shift() : route.answers[0];
    const answer = typeof answering === 'function' ? await answering(request) : (answering ?? NOT_FOUND);
    if ('events' in answer) sendEvents(answer, request, response);
    else sendJson(answer, response);
  }
}

const NOT_FOUND: FakeAnswer = {
  status: 404,
  body: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is no such thing.', code: 'NOT_FOUND' },
};

async function readRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://fake');
  return {
    method: incoming.method ?? '',
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: text === '' ? undefined : /json/.test(incoming.headers['content-type'] ?? '') ? JSON.parse(text) : text,
  };
}

function sendJson(answer: Exclude<FakeAnswer, { events: unknown }>, response: ServerResponse): void {
  const status = answer.status ?? 200;
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...answer.headers });
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
}

function sendEvents(
  { events, cutAfter, hold }: Extract<FakeAnswer, { events: unknown }>,
  request: FakeRequest,
  response: ServerResponse,
): void {
  const after = Number(request.headers['last-event-id'] ?? 0);
  const unsent = events.filter(({ sequence }) => sequence > after).slice(0, cutAfter);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(': hello\n\n');
  const text = unsent.map((event) => `id: ${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  response.write(text, () => {
    if (cutAfter !== undefined) response.destroy();
    else if (!hold) response.end();
  });
}

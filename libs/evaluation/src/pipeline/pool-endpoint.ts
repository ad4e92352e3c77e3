import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PoolCandidate } from '../dataset/dataset.js';

/** The model that everything but generation is passed on to. */
export interface UpstreamModel {
  /** Ends in `/v1`, as OPENAI_BASE_URL does. */
  baseUrl: string;
  apiKey: string | null;
}

/** How long a generator's call waits until it is known which question it belongs to, in milliseconds. */
const REGISTRATION_MS = 30_000;
const OWN_HEADERS = new Set(['host', 'connection', 'content-length', 'authorization', 'accept-encoding']);

/**
 * An endpoint that stands before the model: calls of the generator are answered from a pool, one candidate per task in
 * the pool's order, all others are passed on.
 */
export class PoolEndpoint {
  readonly #server: Server;
  readonly #upstream: UpstreamModel | null;
  readonly #questions = new Map<string, PromiseWithResolvers<readonly PoolCandidate[]>>();
  readonly #tasks = new Map<string, Map<string, number>>();

  private constructor(upstream: UpstreamModel | null) {
    this.#upstream = upstream;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** @param port on 127.0.0.1; 0 for any */
  static async start(port: number, upstream: UpstreamModel | null): Promise<PoolEndpoint> {
    const endpoint = new PoolEndpoint(upstream);
    await new Promise<void>((resolve, reject) => {
      endpoint.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return endpoint;
  }

  /** What OPENAI_BASE_URL of Assay has to be. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** From now on, this question (by its id in Assay) gets these candidates. */
  serve(question: string, candidates: readonly PoolCandidate[]): void {
    this.#waiting(question).resolve(candidates);
  }

  /** How many of its candidates a question has taken. */
  taken(question: string): number {
    return this.#tasks.get(question)?.size ?? 0;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.headers['x-assay-agent'] === 'generator') await this.#generate(request, response);
      else await this.#passOn(request, response);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      sendJson(response, 502, { error: { message, type: 'pool_endpoint' } });
    }
  }

  async #generate(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { model } = JSON.parse((await buffer(request)).toString()) as { model: string };
    const question = String(request.headers['x-assay-question']);
    const candidates = await within(this.#waiting(question).promise, REGISTRATION_MS);
    const tasks = this.#tasks.get(question) ?? new Map<string, number>();
    this.#tasks.set(question, tasks);
    const task = String(request.headers['x-assay-task']);
    // A task that asks again gets the same: a published candidate does not mend itself.
    const place = tasks.get(task) ?? tasks.size;
    tasks.set(task, place);
    const { system, sql } = candidates[place % candidates.length] ?? { system: '', sql: '' };
    const content = JSON.stringify({ reasoning: `From the pool: ${system}`, sql });
    sendJson(response, 200, {
      id: `pool-${task}`,
      object: 'chat.completion',
      created: 0,
      model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    });
  }

  async #passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#upstream === null) throw new Error('no model is behind the pool: set OPENAI_BASE_URL for `assay eval`');
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === 'string' && !OWN_HEADERS.has(name)) headers.set(name, value);
    }
    if (this.#upstream.apiKey !== null) headers.set('authorization', `Bearer ${this.#upstream.apiKey}`);
    const url = this.#upstream.baseUrl.replace(/\/$/, '') + (request.url ?? '').replace(/^\/v1/, '');
    const answer = await fetch(url, { method: request.method, headers, body: await buffer(request) });
    const body = Buffer.from(await answer.arrayBuffer());
    const retryAfter = answer.headers.get('retry-after');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      ...(retryAfter === null ? {} : { 'retry-after': retryAfter }),
    });
    response.end(body);
  }

  #waiting(question: string): PromiseWithResolvers<readonly PoolCandidate[]> {
    const waiting = this.#questions.get(question) ?? Promise.withResolvers<readonly PoolCandidate[]>();
    this.#questions.set(question, waiting);
    return waiting;
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function within<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the question is none of this evaluation')), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PoolCandidate } from '../dataset/dataset.js';
import type { ModelCalls } from './model-calls.js';

const REGISTRATION_MS = 30_000;

export interface EndpointOptions {
  servesPool: boolean;
}

/** A proxy of the model: generator tasks get pool candidates; others are forwarded. */
export class PoolEndpoint {
  private readonly server: Server;
  private readonly servesPool: boolean;
  private readonly questions = new Map<string, PromiseWithResolvers<readonly PoolCandidate[]>>();
  private readonly tasks = new Map<string, Map<string, number>>();

  passedOn = 0;

  private constructor(
    private readonly calls: ModelCalls | null,
    { servesPool }: EndpointOptions,
  ) {
    this.servesPool = servesPool;
    this.server = createServer((request, response) => void this.answer(request, response));
  }

  /**
   * @param port 0: any
   * @param calls null: none are forwarded
   */
  static async start(port: number, calls: ModelCalls | null, options: EndpointOptions): Promise<PoolEndpoint> {
    const endpoint = new PoolEndpoint(calls, options);
    await new Promise<void>((resolve, reject) => {
      endpoint.server.on('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Registers the candidates of a question (id in Assay). */
  serve(question: string, candidates: readonly PoolCandidate[]): void {
    this.waiting(question).resolve(candidates);
  }

  taken(question: string): number {
    return this.tasks.get(question)?.size ?? 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (this.servesPool && request.headers['x-assay-agent'] === 'generator') await this.generate(request, response);
      else await this.passOn(request, response);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      sendJson(response, 502, { error: { message, type: 'pool_endpoint' } });
    }
  }

  private async generate(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await buffer(request);
    const question = String(request.headers['x-assay-question']);
    const candidates = await within(this.waiting(question).promise, REGISTRATION_MS);
    const tasks = this.tasks.get(question) ?? new Map<string, number>();
    this.tasks.set(question, tasks);
    const task = String(request.headers['x-assay-task']);
    // Retries of a task get the same candidate.
    const place = tasks.get(task) ?? tasks.size;
    tasks.set(task, place);
    const { system, sql } = candidates[place % candidates.length] ?? { system: '', sql: '' };
    const content = JSON.stringify({ reasoning: `From the pool: ${system}`, sql });
    sendJson(response, 200, {
      id: `pool-${task}`,
      object: 'chat.completion',
      created: 0,
      // systems vote as different models
      model: system,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    });
  }

  private async passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.calls === null) throw new Error('no model is behind the pool: set OPENAI_BASE_URL for `assay eval`');
    const { method = 'POST', headers, url = '' } = request;
    const body = await buffer(request);
    const answer = await this.calls.answer({ method, path: url.replace(/^\/v1/, ''), headers, body });
    this.passedOn += 1;
    response.writeHead(answer.status, {
      'content-type': answer.contentType,
      ...(answer.retryAfter === null ? {} : { 'retry-after': answer.retryAfter }),
    });
    response.end(answer.body);
  }

  private waiting(question: string): PromiseWithResolvers<readonly PoolCandidate[]> {
    const waiting = this.questions.get(question) ?? Promise.withResolvers<readonly PoolCandidate[]>();
    this.questions.set(question, waiting);
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

import { DEMO_MODELS } from '@assay/runtime';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { textOf, toCompletion, toToolCompletion, type CompletionRequest } from './demo-completion.js';
import type { DemoScript } from '../questions/demo-script.js';
import { DemoModel } from './demo-model.js';
import { UnscriptedError } from './unscripted-error.js';
import { demoStoryCalls, type DemoToolCall } from '@assay/story-evaluator';

export interface DemoModelOptions {
  /** Simulated latency, ms; tests use 0. */
  latencyMs?: { low: number; high: number };
  /** Default: a free one. */
  port?: number;
  /** Default: 127.0.0.1. */
  host?: string;
}

export interface DemoModelServer {
  /** For `OPENAI_BASE_URL`. */
  readonly url: string;
  add(script: DemoScript): void;
  close(): Promise<void>;
}

const DEFAULT_LATENCY = { low: 80, high: 250 };

export async function startDemoModel(options: DemoModelOptions = {}): Promise<DemoModelServer> {
  const model = new DemoModel();
  const latency = options.latencyMs ?? DEFAULT_LATENCY;
  const server = createServer((request, response) => {
    serve(model, latency, request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      fail(response, error instanceof SyntaxError ? 400 : 500, 'invalid_request_error', message);
    });
  });
  const host = options.host ?? '127.0.0.1';
  await listen(server, options.port ?? 0, host);
  const { port } = server.address() as AddressInfo;
  return { url: `http://${host}:${port}/v1`, add: (script) => model.add(script), close: () => close(server) };
}

async function serve(
  model: DemoModel,
  latency: { low: number; high: number },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '').replace(/\?.*$/, '');
  if (request.method === 'GET' && path.endsWith('/models')) {
    const entries = Object.values(DEMO_MODELS).map((id) => ({ id, object: 'model', owned_by: 'assay' }));
    return send(response, 200, { object: 'list', data: entries });
  }
  if (request.method === 'GET' && path.startsWith('/health/')) return send(response, 200, { status: 'ok' });
  if (request.method !== 'POST' || !path.endsWith('/chat/completions')) {
    return fail(response, 404, 'not_found', `the demo model has no ${request.method ?? ''} ${path}`);
  }
  const body = JSON.parse(await bodyOf(request)) as CompletionRequest;
  const digest = createHash('sha256').update(JSON.stringify(body)).digest();
  await delay(latency.low + ((latency.high - latency.low) * digest.readUInt16BE(0)) / 65_535);
  try {
    const id = digest.toString('hex', 0, 12);
    const agent = headerOf(request, 'x-assay-agent');
    const prompt = textOf(body, 'user');
    if (agent === 'story-evaluator')
      return send(response, 200, toToolCompletion(body, answerStoryEvaluator(prompt), id));
    const system = textOf(body, 'system');
    const answer = model.answer({ agent, model: body.model, temperature: body.temperature ?? 1, prompt, system });
    send(response, 200, toCompletion(body, answer, id));
  } catch (error) {
    if (!(error instanceof UnscriptedError)) throw error;
    fail(response, 404, 'not_found', error.message);
  }
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function fail(response: ServerResponse, status: number, code: string, message: string): void {
  send(response, status, { error: { message, type: 'invalid_request_error', param: null, code } });
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, host, () => resolve());
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function answerStoryEvaluator(prompt: string): DemoToolCall[] {
  const calls = demoStoryCalls(prompt);
  if (calls !== null) return calls;
  throw new UnscriptedError(
    'the demo model evaluates the demo story only (apps/story-evaluator/demo, as whole prompts); ' +
      'set OPENAI_BASE_URL and OPENAI_API_KEY to evaluate any other',
  );
}

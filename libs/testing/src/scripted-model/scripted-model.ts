import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promptOf, toChatCompletion, type ChatCompletionRequest } from './chat-completion.js';

export interface ModelCall {
  /** Header `x-assay-agent`; empty where a request has none. */
  agent: string;
  /** Header `x-assay-question`. */
  question: string;
  /** Header `x-assay-task`. */
  task: string;
  headers: IncomingMessage['headers'];
  body: ChatCompletionRequest;
  prompt: string;
  /** 0, 1, 2, … in order of arrival. */
  index: number;
  /** The caller has disconnected. */
  hasHungUp: () => boolean;
}

/** For faults: status, Retry-After, HTML, broken JSON. */
export interface RawReply {
  status: number;
  headers?: Record<string, string>;
  /** Strings raw, others as JSON. */
  body?: unknown;
}

/** An answer object, `{ text }`, a raw response (has `status`), or `cut`: destroys the socket. */
export type ModelReply = object | RawReply | { text: string } | 'cut';
export type ModelHandler = (call: ModelCall) => ModelReply | Promise<ModelReply>;

export interface ScriptedModelOptions {
  handler: ModelHandler;
  /** Milliseconds, fixed or by call. */
  latencyMs?: number | ((call: ModelCall) => number);
  /** Default true. */
  keepCalls?: boolean;
  port?: number;
  /** Where it listens; by default 127.0.0.1. */
  host?: string;
  /** Answers GET requests other than `/models`, as JSON; undefined: 404. */
  page?: (path: string) => unknown;
}

export interface ScriptedModel {
  readonly url: string;
  readonly calls: ModelCall[];
  readonly callCount: number;
  close(): Promise<void>;
}

export async function startScriptedModel(script: ModelHandler | ScriptedModelOptions): Promise<ScriptedModel> {
  const options = typeof script === 'function' ? { handler: script } : script;
  const calls: ModelCall[] = [];
  let callCount = 0;
  const server = createServer({ noDelay: true }, (request, response) => {
    void answer(request, response, options, () => callCount++, calls).catch((error: unknown) => {
      sendRaw(response, { status: 500, body: { error: { message: `scripted model: ${String(error)}` } } });
    });
  });
  // Longer than clients keep idle connections.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    get callCount() {
      return callCount;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: ScriptedModelOptions,
  nextIndex: () => number,
  calls: ModelCall[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (request.method === 'GET' && request.url?.endsWith('/models')) {
    return sendRaw(response, { status: 200, body: { object: 'list', data: [{ id: 'scripted', object: 'model' }] } });
  }
  const page = request.method === 'GET' ? options.page?.(request.url ?? '') : undefined;
  if (page !== undefined) return sendRaw(response, { status: 200, body: page });
  if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) {
    return sendRaw(response, { status: 404, body: { error: { message: `no ${request.method} ${request.url}` } } });
  }
  const hasHungUp = (): boolean => response.destroyed;
  const call = { ...readCall(request, Buffer.concat(chunks).toString('utf8'), nextIndex()), hasHungUp };
  if (options.keepCalls ?? true) calls.push(call);
  const latencyMs = typeof options.latencyMs === 'function' ? options.latencyMs(call) : (options.latencyMs ?? 0);
  const [reply] = await Promise.all([options.handler(call), latencyMs > 0 ? delay(latencyMs) : undefined]);
  if (reply === 'cut') return void request.socket.destroy();
  if (isRaw(reply)) return sendRaw(response, reply);
  sendRaw(response, { status: 200, body: toChatCompletion(call.body, isText(reply) ? reply.text : reply) });
}

function readCall(request: IncomingMessage, text: string, index: number): Omit<ModelCall, 'hasHungUp'> {
  const body = JSON.parse(text) as ChatCompletionRequest;
  const header = (name: string): string => String(request.headers[name] ?? '');
  return {
    agent: header('x-assay-agent'),
    question: header('x-assay-question'),
    task: header('x-assay-task'),
    headers: request.headers,
    body,
    prompt: promptOf(body),
    index,
  };
}

function isRaw(reply: object): reply is RawReply {
  return typeof (reply as Partial<RawReply>).status === 'number';
}

function isText(reply: object): reply is { text: string } {
  return typeof (reply as { text?: unknown }).text === 'string' && Object.keys(reply).length === 1;
}

function sendRaw(response: ServerResponse, reply: RawReply): void {
  if (response.destroyed || response.headersSent) return;
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {});
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...reply.headers,
  });
  response.end(text);
}

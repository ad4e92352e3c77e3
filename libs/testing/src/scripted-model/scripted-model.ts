import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promptOf, toChatCompletion, type ChatCompletionRequest } from './chat-completion.js';

/** One call as the model sees it. */
export interface ModelCall {
  /** Header `x-assay-agent`; empty where a request has none. */
  agent: string;
  /** Header `x-assay-question`. */
  question: string;
  /** Header `x-assay-task`. */
  task: string;
  headers: IncomingMessage['headers'];
  body: ChatCompletionRequest;
  /** The texts of all messages, joined. */
  prompt: string;
  /** 0, 1, 2, … in order of arrival. */
  index: number;
  /** Whether the caller is no longer there to hear an answer. */
  hasHungUp: () => boolean;
}

/** A response given as it is, for faults: another status, Retry-After, HTML, broken JSON. */
export interface RawReply {
  status: number;
  headers?: Record<string, string>;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
}

/**
 * What the model does: an answer object (made a chat completion with usage), `{ text }` for an answer in plain text,
 * a raw response (told by its `status`), or `cut`: the socket is destroyed without a reply.
 */
export type ModelReply = object | RawReply | { text: string } | 'cut';
export type ModelHandler = (call: ModelCall) => ModelReply | Promise<ModelReply>;

export interface ScriptedModelOptions {
  handler: ModelHandler;
  /** Time before every reply, in milliseconds, fixed or by call. */
  latencyMs?: number | ((call: ModelCall) => number);
  /** Whether `calls` collects them (default true); long benchmarks only want the count. */
  keepCalls?: boolean;
  /** Fixed port; by default a free one. */
  port?: number;
  /** Where it listens; by default 127.0.0.1. */
  host?: string;
  /** What else it answers to GET requests, as JSON, by path; undefined: 404. */
  page?: (path: string) => unknown;
}

export interface ScriptedModel {
  /** To be used as `OPENAI_BASE_URL`. */
  readonly url: string;
  /** Every call so far, in order of arrival. */
  readonly calls: ModelCall[];
  /** Number of calls so far. */
  readonly callCount: number;
  close(): Promise<void>;
}

/** Starts an OpenAI-compatible model whose answers are scripted by a handler. */
export async function startScriptedModel(script: ModelHandler | ScriptedModelOptions): Promise<ScriptedModel> {
  const options = typeof script === 'function' ? { handler: script } : script;
  const calls: ModelCall[] = [];
  let callCount = 0;
  const server = createServer({ noDelay: true }, (request, response) => {
    void answer(request, response, options, () => callCount++, calls).catch((error: unknown) => {
      sendRaw(response, { status: 500, body: { error: { message: `scripted model: ${String(error)}` } } });
    });
  });
  // Longer than any client keeps an idle connection, so that none is closed in the face of a request.
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

import { AssayClient } from '@assay/client';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server';
import type { RoutedRequest } from '@assay/runtime';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createAssayServer } from './assay-server.js';
import { challenge, protectedResource, resourceMetadata } from './protected-resource.js';
import { KeyCheck, type Refusal } from './key-check.js';

const PATH = '/mcp';
/** No dependencies: ready once it responds. */
const HEALTH = new Set(['/health/live', '/health/ready']);
/** `Request` throws for some others, such as TRACE. */
const METHODS = new Set(['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS']);
const UNAUTHORIZED: Refusal = { status: 401, message: 'An API key of Assay is needed.', retryAfterMs: null };
const NO_PERSON = 'PERSON_NOT_SUPPORTED: keys act for people at the HTTP API only. Send no X-Assay-Person to MCP.';
const DRAIN_MS = 20_000;
const LOOK_EVERY_MS = 20;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

export interface McpHttpOptions {
  assayUrl: string;
  /** Default: 127.0.0.1, which serves only loopback `Host` headers. */
  host?: string;
  port: number;
  /** Milliseconds of serving after not ready; default 0. */
  stopDelayMs?: number;
  /** Limits, `ASSAY_OIDC_ISSUER` and `ASSAY_MCP_URL`; default: of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Errors never end the server. */
  onError: (error: Error) => void;
}

export interface McpHttpServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Streamable HTTP at `/mcp`, without sessions. Assay receives the key of each request. */
export async function startMcpHttp({
  assayUrl,
  host = '127.0.0.1',
  port,
  stopDelayMs = 0,
  environment = process.env,
  onError,
}: McpHttpOptions): Promise<McpHttpServer> {
  const clientWith = (apiKey: string | undefined): AssayClient => new AssayClient({ url: assayUrl, apiKey });
  // Dynamic: stdio does not need the framework.
  const { limitConnections, loadHttpLimits, observeRequests } = await import('@assay/runtime');
  const limits = loadHttpLimits(environment);
  const resource = protectedResource(environment);
  const isPublic = !LOOPBACK.has(host);
  if (isPublic) await requireKeys(clientWith(undefined), host);
  const keys = new KeyCheck(clientWith);
  const handler = createMcpHandler(
    ({ requestInfo }: McpRequestContext) =>
      createAssayServer(clientWith(keyIn(requestInfo?.headers.get('authorization') ?? undefined))),
    { onerror: onError },
  );
  const serveMcp = toNodeHandler(handler);
  const guard = guardOf(host);
  let stopping = false;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!guard(request, response)) return;
    const pathname = URL.parse(request.url ?? '/', 'http://mcp')?.pathname ?? '';
    if (stopping) response.setHeader('connection', 'close');
    if (HEALTH.has(pathname)) {
      const ready = !stopping || pathname !== '/health/ready';
      response.writeHead(ready ? 200 : 503, { 'content-type': 'text/plain' }).end(ready ? 'ok' : 'stopping');
      return;
    }
    const metadata = resource && resourceMetadata(pathname, resource);
    if (metadata !== null) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(metadata);
      return;
    }
    if (pathname !== PATH) return refuse(response, 404, `MCP is at ${PATH}.`);
    (request as RoutedRequest).route = { path: PATH };
    if (!METHODS.has(request.method ?? '')) return refuse(response, 405, 'MCP takes POST.');
    if (request.headers['x-assay-person'] !== undefined) return refuse(response, 400, NO_PERSON);
    const key = keyIn(request.headers.authorization);
    // Assay may have restarted without keys.
    const refusal = isPublic && key === undefined ? UNAUTHORIZED : await keys.refusalOf(key);
    if (refusal?.status === 401)
      return refuse(response, 401, UNAUTHORIZED.message, { 'www-authenticate': challenge(resource) });
    if (refusal !== null) return refuse(response, refusal.status, refusal.message, retryAfter(refusal));
    await serveMcp(request, response);
  };
  const server = createServer((request, response) => {
    const fail = (error: unknown): void => {
      onError(error as Error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'Something went wrong.');
    };
    observeRequests(request, response, () => void serve(request, response).catch(fail));
  });
  limitConnections(server, limits);
  await new Promise<void>((listening, failed) => {
    // A failed accept must not end the process.
    server.on('error', failed);
    server.listen(port, host, listening);
  });
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${PATH}`,
    stop: async () => {
      stopping = true;
      await delay(stopDelayMs);
      await drainServer(server);
      await handler.close();
    },
  };
}

async function drainServer(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const timeUp = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await new Promise((closed) => server.close(closed));
  clearInterval(closing);
  clearTimeout(timeUp);
}

/**
 * Without keys Assay must only be served on this machine. If Assay is unreachable it may still get keys; requests
 * without a key are refused anyway.
 */
async function requireKeys(withoutKey: AssayClient, host: string): Promise<void> {
  const isOpen = await withoutKey.workspaces.list().then(
    () => true,
    () => false,
  );
  if (isOpen) {
    throw new Error(
      `ASSAY_API_KEYS must be set for Assay where HOST is ${host}: without keys only 127.0.0.1 is served`,
    );
  }
}

/** Rejects other sites' pages, and on loopback also rebound host names. */
function guardOf(host: string): (request: IncomingMessage, response: ServerResponse) => boolean {
  const fromOwnPages = localhostOriginValidation();
  const toLoopback = LOOPBACK.has(host) ? localhostHostValidation() : () => true;
  return (request, response) => toLoopback(request, response) && fromOwnPages(request, response);
}

function keyIn(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function retryAfter({ retryAfterMs: ms }: Refusal): OutgoingHttpHeaders {
  return ms === null ? {} : { 'retry-after': String(Math.ceil(ms / 1000)) };
}

function refuse(response: ServerResponse, status: number, message: string, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }));
}

import { METRICS_TYPE, renderMetrics } from '../telemetry/index.js';
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthRegistry } from './health-registry.js';

export type HttpHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

export function healthHandler(health: HealthRegistry): HttpHandler {
  return (request, response, next) => {
    const path = request.url?.split('?')[0];
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (reading && path === '/health/live') {
      return send(response, 200, { status: 'ok', checks: {} });
    }
    if (!reading || path !== '/health/ready') return next();
    void health.readiness().then(({ ready, ...reported }) => {
      send(response, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', ...reported });
    });
  };
}

function sendMetrics(request: IncomingMessage, response: ServerResponse, token: string | null): void {
  if (token !== null && !sameSecret(request.headers.authorization ?? '', `Bearer ${token}`)) {
    response.setHeader('www-authenticate', 'Bearer');
    return send(response, 401, { status: 'ASSAY_METRICS_TOKEN is needed: send Authorization: Bearer <token>' });
  }
  renderMetrics().then(
    (text) => {
      response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' });
      response.end(text);
    },
    () => send(response, 500, { status: 'the metrics could not be read' }),
  );
}

/** Compares in constant time. */
export function sameSecret(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

export async function listenForHealth(
  health: HealthRegistry,
  host: string,
  port: number,
  metricsToken: string | null = null,
): Promise<HealthListener> {
  const handle = healthHandler(health);
  const server = createServer((request, response) => {
    handle(request, response, () => {
      const forMetrics = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
      if (forMetrics) sendMetrics(request, response, metricsToken);
      else send(response, 404, { status: 'not found' });
    });
  });
  // Permanent: a failed accept must not end the process.
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(port, host, resolve));
  return { url: urlOf(server, host), close: () => closeServer(server) };
}

export interface HealthListener {
  readonly url: string;
  close(): Promise<void>;
}

export function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}

import { METRICS_TYPE, renderMetrics } from '@assay/telemetry';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HealthRegistry } from './health-registry.js';

export type HttpHandler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Answers `/health/live` (it gets on) and `/health/ready` (it can be sent work); hands everything else on. */
export function healthHandler(health: HealthRegistry): HttpHandler {
  return (request, response, next) => {
    const path = request.url?.split('?')[0];
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (reading && path === '/health/live') {
      const { alive, checks } = health.liveness();
      return send(response, alive ? 200 : 503, { status: alive ? 'ok' : 'stuck', checks });
    }
    if (!reading || path !== '/health/ready') return next();
    void health.readiness().then(({ ready, ...told }) => {
      send(response, ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', ...told });
    });
  };
}

/** Answers `/metrics`, in Prometheus' text format; hands everything else on. */
const metricsHandler: HttpHandler = (request, response, next) => {
  if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') return next();
  renderMetrics().then(
    (text) => {
      response.writeHead(200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' });
      response.end(text);
    },
    () => send(response, 500, { status: 'the metrics could not be read' }),
  );
};

/** Health and metrics of a service that has no HTTP of its own. */
export async function listenForHealth(health: HealthRegistry, host: string, port: number): Promise<HealthListener> {
  const handle = healthHandler(health);
  const server = createServer((request, response) => {
    const notFound = (): void => send(response, 404, { status: 'not found' });
    handle(request, response, () => metricsHandler(request, response, notFound));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return { url: urlOf(server, host), close: () => closeServer(server) };
}

export interface HealthListener {
  readonly url: string;
  close(): Promise<void>;
}

/** Where a server listens, as a URL that can be opened on this machine. */
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

import type { Server } from 'node:http';
import type { Drainable, DrainRegistry } from './drain-registry.js';
import type { HttpHandler } from './health-endpoint.js';

const LOOK_EVERY_MS = 20;

/** Ends an HTTP server after the responses to open requests, at the latest at the deadline. */
export class HttpDrain implements Drainable {
  constructor(
    private readonly registry: DrainRegistry,
    private readonly server: () => Server,
  ) {}

  /** Closes connections after their responses, so that clients reconnect elsewhere. */
  readonly middleware: HttpHandler = (_request, response, next) => {
    if (this.registry.draining) response.setHeader('connection', 'close');
    next();
  };

  async drain(deadline: AbortSignal): Promise<void> {
    const server = this.server();
    // Repeated, because busy connections become idle later.
    const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const timeUp = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([closed, timeUp]);
    clearInterval(closing);
  }
}

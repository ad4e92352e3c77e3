import type { Server } from 'node:http';
import type { Drainable, DrainRegistry } from './drain-registry.js';
import type { HttpHandler } from './health-endpoint.js';

/** Connections that have become idle are closed this often while the server drains, milliseconds. */
const LOOK_EVERY_MS = 20;

/** Ends an HTTP server without cutting a request: no new connections, every request is answered, idle ones close. */
export class HttpDrain implements Drainable {
  constructor(
    private readonly registry: DrainRegistry,
    private readonly server: () => Server,
  ) {}

  /** From the first moment of stopping, each answer asks its client to reconnect, and so to another process. */
  readonly middleware: HttpHandler = (_request, response, next) => {
    if (this.registry.draining) response.setHeader('connection', 'close');
    next();
  };

  async drain(deadline: AbortSignal): Promise<void> {
    const server = this.server();
    // a connection whose last answer was begun before may become idle at any time
    const closing = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const timeUp = new Promise<void>((resolve) => deadline.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([closed, timeUp]);
    clearInterval(closing);
  }
}

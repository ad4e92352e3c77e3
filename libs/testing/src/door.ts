import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './free-port.js';

/** A port forwarder that can be closed. */
export class Door {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  private port = 0;

  constructor(private readonly target: URL) {}

  /** Call once. */
  async url(): Promise<string> {
    this.port = await freePort();
    const url = new URL(this.target);
    url.port = String(this.port);
    return url.href;
  }

  async open(): Promise<void> {
    if (this.server?.listening) return;
    const server = createServer((client) => {
      const upstream = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [client, upstream]) {
        this.sockets.add(socket.on('error', () => undefined));
        socket.once('close', () => [client, upstream].forEach((each) => each.destroy()));
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.server = server;
  }

  async close(): Promise<void> {
    this.server?.close();
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}

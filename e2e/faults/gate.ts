import { freePort } from '@assay/testing';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a server; closed or frozen, services cannot reach it, but the test can. */
export class Gate {
  /** Each to its other end. */
  private readonly sockets = new Map<Socket, Socket>();
  private server: Server | null = null;
  private isFrozen = false;

  private constructor(
    private readonly target: { host: string; port: number },
    readonly port: number,
  ) {}

  /** With its url. */
  static async before(url: string): Promise<{ gate: Gate; url: string }> {
    const target = new URL(url);
    const port = await freePort();
    const gate = new Gate({ host: target.hostname, port: Number(target.port) }, port);
    await gate.open();
    target.hostname = '127.0.0.1';
    target.port = String(port);
    return { gate, url: target.href };
  }

  async open(): Promise<void> {
    if (this.isFrozen) for (const [one, other] of this.sockets) one.pipe(other);
    this.isFrozen = false;
    if (this.server) return;
    const server = createServer({ noDelay: true }, (client) => this.forward(client));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(this.port, '127.0.0.1', resolve);
    });
    this.server = server;
  }

  /** Passes nothing on until `open`, and cuts no connection. */
  freeze(): void {
    this.isFrozen = true;
    for (const [one, other] of this.sockets) one.unpipe(other);
  }

  /** Cuts connections and refuses new ones. */
  async close(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = null;
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of this.sockets.keys()) socket.destroy();
    await closed;
  }

  private forward(client: Socket): void {
    const upstream = connect({ ...this.target, noDelay: true });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.set(one, other);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      if (!this.isFrozen) one.pipe(other);
    }
  }
}

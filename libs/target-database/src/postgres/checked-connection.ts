import pg from 'pg';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { MessageFrames } from './message-frames.js';

/** Limit of what a server may send outside answers, bytes. */
export const PROTOCOL_BYTES = 262_144;

const Reading = pg.Connection as unknown as new (config: object) => pg.Connection & {
  attachListeners(stream: Pick<Duplex, 'on'>): void;
};

/** Ends the connection on malformed or excessive data, on which node-postgres would throw or loop. */
export class CheckedConnection extends Reading {
  private allowed = PROTOCOL_BYTES;
  private onExceeded = (): void => this.cut(new Error('the server sends unrequested data'));

  constructor(ssl: ConnectionOptions | false) {
    super({ ssl, keepAlive: true });
  }

  /** Limits further bytes; beyond them `onExceeded` is called and nothing is read. */
  allow(bytes: number, onExceeded: () => void): void {
    this.allowed = bytes;
    this.onExceeded = onExceeded;
  }

  override attachListeners(stream: Duplex): void {
    const frames = new MessageFrames();
    const checked =
      (read: (chunk: Buffer) => void) =>
      (chunk: Buffer): void => {
        this.allowed -= chunk.length;
        if (this.allowed < 0) return this.onExceeded();
        try {
          frames.check(chunk);
          read(chunk);
        } catch (error) {
          this.cut(error as Error);
        }
      };
    const on = (event: string, listener: (chunk: Buffer) => void): Duplex =>
      stream.on(event, event === 'data' ? checked(listener) : listener);
    super.attachListeners({ on } as Duplex);
  }

  private cut(error: Error): void {
    this.stream.destroy(error);
  }
}

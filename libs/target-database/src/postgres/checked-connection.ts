import pg from 'pg';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { MessageFrames } from './message-frames.js';

/** Bytes of an answer that are no rows: descriptions of columns, notices, the plan's first line. */
export const PROTOCOL_BYTES = 262_144;

/** The part of node-postgres's connection that reads; its type declarations do not show it. */
const Reading = pg.Connection as unknown as new (config: object) => pg.Connection & {
  attachListeners(stream: Pick<Duplex, 'on'>): void;
};

/**
 * A connection that no server's bytes can harm: messages that node-postgres throws at, in a listener of the socket, or
 * reads on for ever, end the connection and not the process, and so does more than the server is allowed to send.
 */
export class CheckedConnection extends Reading {
  private allowed = PROTOCOL_BYTES;
  private onExceeded = (): void => this.cut(new Error('the server sends more than it was asked for'));

  constructor(ssl: ConnectionOptions | false) {
    super({ ssl, keepAlive: true });
  }

  /** Lets the server send so many bytes from now on; `onExceeded` is called instead of reading what comes after them. */
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

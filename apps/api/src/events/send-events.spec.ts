import { afterEach, describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '@assay/contracts';
import type { Response } from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { sendEvents } from './send-events.js';

const BEAT_MS = 5;
const PAGE: RecordedEvent[] = [
  { sequence: 1, type: 'warning-raised', at: new Date(0).toISOString(), code: 'X', message: 'x'.repeat(100_000) },
];

describe('events to a client', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** A server of these pages; resolves `ended` when the stream is over. */
  async function serve(pages: () => AsyncIterable<RecordedEvent[]>): Promise<{ port: number; ended: Promise<void> }> {
    const ended = Promise.withResolvers<void>();
    server = createServer((_request, response) => {
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      sendEvents(response as Response, pages(), gone.signal, BEAT_MS).then(ended.resolve, ended.reject);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { port: (server.address() as AddressInfo).port, ended: ended.promise };
  }

  it('who reads nothing end with the connection, and read no more pages', async () => {
    let read = 0;
    let closed = false;
    const { port, ended } = await serve(async function* () {
      try {
        for (;;) {
          read += 1;
          yield PAGE;
        }
      } finally {
        closed = true;
      }
    });
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await ended;
    expect(closed).toBe(true);
    // What the kernel takes of a client that reads nothing.
    expect(read).toBeLessThan(1000);
    socket.destroy();
  });

  it('who reads continue through many heartbeats', async () => {
    const enough = Promise.withResolvers<void>();
    const { port, ended } = await serve(async function* () {
      yield PAGE;
      await enough.promise;
      yield PAGE;
    });
    let text = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk: Buffer) => {
      text += String(chunk);
      if (text.split(': still here').length > 20) enough.resolve();
    });
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
    await once(socket, 'close');
    await ended;
    expect(text.match(/^id: 1$/gm)).toHaveLength(2);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limitConnections } from './limit-connections.js';

const LIMITS = { connections: 3, requestMs: 300 };

describe('limitConnections', () => {
  let server: Server;
  const sockets: Socket[] = [];

  async function start(limits = LIMITS): Promise<void> {
    server = createServer((request, response) => {
      request.resume();
      request.once('end', () => response.end('ok'));
    });
    limitConnections(server, limits);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }

  async function open(text: string): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  it.each([
    ['a body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"half'],
    ['a head', 'POST / HTTP/1.1\r\nhost: a\r\n'],
  ])('answers 408 to %s that is sent by half, soon', async (_what, text) => {
    await start();
    const socket = await open(text);
    // without the limit, Node waits for minutes, and the test for half of one
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes connections beyond the number at once, and takes others when there is room again', async () => {
    await start({ ...LIMITS, requestMs: 600_000 });
    const half = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"half';
    for (let held = 0; held < LIMITS.connections; held += 1) await open(half);
    const refused = await open('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    refused.resume();
    await once(refused, 'close');
    expect(refused.bytesRead).toBe(0);
    for (const socket of sockets.slice(0, LIMITS.connections)) socket.destroy();
    let answer: Buffer | undefined;
    // until the server has seen that there is room
    while (answer === undefined) {
      const asking = await open('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
      asking.once('data', (data: Buffer) => (answer = data));
      await Promise.race([once(asking, 'data'), once(asking, 'close')]);
    }
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

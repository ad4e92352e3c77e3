import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limitConnections } from './limit-connections.js';

const LIMITS = { connections: 3, perNetwork: null as number | null, trustedProxies: [] as string[], requestMs: 300 };
const HALF = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"half';
const WHOLE = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

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

  async function open(text: string, localAddress = '127.0.0.1'): Promise<Socket> {
    const { port } = server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }

  async function answerTo(localAddress?: string): Promise<string> {
    return answered(await open(WHOLE, localAddress));
  }

  /** Empty for a connection that is closed or reset: a server that closes with unread bytes resets. */
  function answered(socket: Socket): Promise<string> {
    return new Promise((resolve) => {
      socket.once('data', (data: Buffer) => resolve(String(data)));
      socket.once('close', () => resolve(''));
    });
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
    // without the limit, Node waits for minutes
    expect(await answered(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes connections beyond the number at once, and takes others when there is room again', async () => {
    await start({ ...LIMITS, requestMs: 600_000 });
    for (let held = 0; held < LIMITS.connections; held += 1) await open(HALF);
    const refused = await open(WHOLE);
    expect(await answered(refused)).toBe('');
    for (const socket of sockets.slice(0, LIMITS.connections)) socket.destroy();
    let answer = '';
    // until the server notices the room
    while (answer === '') answer = await answerTo();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('closes what one address opens beyond its share, and leaves the rest to others', async () => {
    await start({ connections: 100, perNetwork: 2, trustedProxies: [], requestMs: 600_000 });
    const held = [await open(HALF), await open(HALF)];
    expect(await answerTo('127.0.0.1')).toBe('');
    expect(await answerTo('127.0.0.2')).toMatch(/^HTTP\/1\.1 200 /);
    held[0]?.destroy();
    let answer = '';
    // until the server notices the room
    while (answer === '') answer = await answerTo('127.0.0.1');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(['127.0.0.1', '127.0.0.0/31', '10.0.0.0/8,127.0.0.1'])(
    'takes all that trusted proxies (%s) open',
    async (proxies) => {
      await start({ connections: 100, perNetwork: 2, trustedProxies: proxies.split(','), requestMs: 600_000 });
      for (let held = 0; held < 5; held += 1) await open(HALF);
      expect(await answerTo('127.0.0.1')).toMatch(/^HTTP\/1\.1 200 /);
      await open(HALF, '127.0.0.2');
      await open(HALF, '127.0.0.2');
      expect(await answerTo('127.0.0.2')).toBe('');
    },
  );
});
